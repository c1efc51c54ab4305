//! The kinds of elements.

crate::words! {
    /// The kind of an element, across platforms.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub enum Role {
        /// A button.
        Button = "button",
        /// A check box.
        Checkbox = "checkbox",
        /// Something that only holds others.
        Container = "container",
        /// A dialog in front of the rest.
        Dialog = "dialog",
        /// A heading or a screen's title.
        Heading = "heading",
        /// A picture or icon.
        Image = "image",
        /// A link.
        Link = "link",
        /// A list that may scroll.
        List = "list",
        /// A sign that something is loading.
        Progress = "progress",
        /// One of several choices.
        Radio = "radio",
        /// An entry of a list or table.
        Row = "row",
        /// A slider.
        Slider = "slider",
        /// A switch.
        Switch = "switch",
        /// A tab.
        Tab = "tab",
        /// Plain text.
        Text = "text",
        /// A field for text.
        TextField = "text_field",
        /// A short message that goes away by itself.
        Toast = "toast",
        /// Not told by the platform.
        #[default]
        Unknown = "unknown",
    }
}
