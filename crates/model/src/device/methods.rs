//! Decides a device's methods by name: `Device` has no default methods, so what a device or a layer around
//! one does not write itself it must list here, and a method that is forgotten does not compile.

/// Writes methods of [`Device`](crate::device::Device) inside its `impl` block.
///
/// `device_methods!(forward to inner: info, can)` hands calls on to the field `inner`, unchanged.
/// `device_methods!(absent: install)` answers as a platform that has no such thing.
#[macro_export]
macro_rules! device_methods {
    (forward to $inner:tt: $($method:ident),+ $(,)?) => {
        $($crate::device_methods!(@signature $method, forward $inner);)+
    };
    (absent: $($method:ident),+ $(,)?) => {
        $($crate::device_methods!(@signature $method, absent self);)+
    };

    (@signature info, $way:ident $to:tt) => {
        fn info(&self) -> &$crate::device::DeviceInfo {
            $crate::device_methods!(@$way self $to, info())
        }
    };
    (@signature can, $way:ident $to:tt) => {
        fn can(&self, ability: $crate::device::Ability) -> bool {
            $crate::device_methods!(@$way self $to, can(ability))
        }
    };
    (@signature os_version, $way:ident $to:tt) => {
        fn os_version(&self) -> Option<&str> {
            $crate::device_methods!(@$way self $to, os_version())
        }
    };
    (@signature read_screen, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, read_screen() -> $crate::screen::Screen);
    };
    (@signature read_whole, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, read_whole() -> Option<$crate::screen::Screen>);
    };
    (@signature bring_into_view, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, bring_into_view(element: usize) -> ());
    };
    (@signature dump_tree, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, dump_tree() -> $crate::device::TreeDump);
    };
    (@signature screenshot, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, screenshot() -> $crate::device::Png);
    };
    (@signature drawn, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, drawn() -> Option<Vec<$crate::device::Drawn>>);
    };
    (@signature perform, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, perform(action: &$crate::device::Action) -> ());
    };
    (@signature type_into, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to,
            type_into(field: $crate::geometry::Point, text: &$crate::device::Typed) -> $crate::device::Landed);
    };
    (@signature field_ends_with, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to,
            field_ends_with(field: $crate::geometry::Point, text: &$crate::secret::Secret) -> Option<bool>);
    };
    (@signature identifiers_at, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to,
            identifiers_at(place: $crate::geometry::Point) -> $crate::device::Identifiers);
    };
    (@signature apps_of, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to,
            apps_of(action: &$crate::device::Action) -> Option<Vec<String>>);
    };
    (@signature wait_for_change, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, wait_for_change() -> $crate::device::Change);
    };
    (@signature reconnect, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, reconnect() -> ());
    };
    (@signature is_network_in, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, is_network_in(mode: $crate::device::NetworkMode) -> bool);
    };
    (@signature is_keyboard_shown, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, is_keyboard_shown() -> bool);
    };
    (@signature install, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, install(package: &::std::path::Path) -> String);
    };
    (@signature process_of, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, process_of(app: &str) -> Option<u32>);
    };
    (@signature dump_storage, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, dump_storage() -> Vec<u8>);
    };
    (@signature signals_after, $way:ident $to:tt) => {
        fn signals_after(
            &mut self,
            number: u64,
        ) -> Result<Vec<$crate::device::Signal>, $crate::device::DeviceError> {
            $crate::device_methods!(@$way self $to, signals_after(number))
        }
    };
    (@signature wait_until_quiet, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, wait_until_quiet() -> Option<String>);
    };
    (@signature read_logs, $way:ident $to:tt) => {
        $crate::device_methods!(@until $way $to, read_logs() -> Vec<String>);
    };

    // A method that may take time: it has a deadline and can fail.
    (@until $way:ident $to:tt, $method:ident($($name:ident: $type:ty),*) -> $answer:ty) => {
        fn $method(
            &mut self,
            $($name: $type,)*
            deadline: $crate::device::Deadline,
        ) -> Result<$answer, $crate::device::DeviceError> {
            $crate::device_methods!(@$way self $to, $method($($name,)* deadline))
        }
    };

    (@forward $self:ident $inner:tt, $method:ident($($argument:expr),*)) => {
        $self.$inner.$method($($argument),*)
    };

    (@absent $self:ident self, os_version()) => {
        None
    };
    // Where the text cannot be sent with the touch, the caller types it afterwards.
    (@absent $self:ident self, type_into($field:expr, $text:expr, $deadline:expr)) => {{
        let _ = $text;
        $self.perform(&$crate::device::Action::Tap($field), $deadline)?;
        Ok($crate::device::Landed::OnlyTouched)
    }};
    (@absent $self:ident self, field_ends_with($field:expr, $text:expr, $deadline:expr)) => {{
        let _ = ($field, $text, $deadline);
        Ok(None)
    }};
    (@absent $self:ident self, identifiers_at($place:expr, $deadline:expr)) => {{
        let _ = ($place, $deadline);
        Ok($crate::device::Identifiers::default())
    }};
    (@absent $self:ident self, wait_for_change($deadline:expr)) => {{
        let _ = $deadline;
        Ok($crate::device::Change::CannotTell)
    }};
    (@absent $self:ident self, read_whole($deadline:expr)) => {{
        let _ = $deadline;
        Ok(None)
    }};
    // Who reads no more than shows is never asked.
    (@absent $self:ident self, bring_into_view($element:expr, $deadline:expr)) => {{
        let _ = ($element, $deadline);
        Ok(())
    }};
    (@absent $self:ident self, drawn($deadline:expr)) => {{
        let _ = $deadline;
        Ok(None)
    }};
    (@absent $self:ident self, wait_until_quiet($deadline:expr)) => {{
        let _ = $deadline;
        Ok(None)
    }};
    (@absent $self:ident self, apps_of($action:expr, $deadline:expr)) => {{
        let _ = ($action, $deadline);
        Ok(None)
    }};
    (@absent $self:ident self, process_of($app:expr, $deadline:expr)) => {{
        let _ = ($app, $deadline);
        Ok(None)
    }};
    (@absent $self:ident self, signals_after($number:expr)) => {{
        let _ = $number;
        Ok(Vec::new())
    }};
    (@absent $self:ident self, reconnect($deadline:expr)) => {{
        let _ = $deadline;
        Err($crate::device::DeviceError::Disconnected {
            device: $self.info().address.clone(),
            reason: "it cannot be reached again".to_owned(),
        })
    }};
    (@absent $self:ident self, dump_tree($deadline:expr)) => {
        $crate::device_methods!(@unsupported $self Tree, $deadline)
    };
    (@absent $self:ident self, is_network_in($mode:expr, $deadline:expr)) => {
        $crate::device_methods!(@unsupported $self Network, $mode, $deadline)
    };
    (@absent $self:ident self, is_keyboard_shown($deadline:expr)) => {
        $crate::device_methods!(@unsupported $self ScreenKeyboard, $deadline)
    };
    (@absent $self:ident self, install($package:expr, $deadline:expr)) => {
        $crate::device_methods!(@unsupported $self Install, $package, $deadline)
    };
    (@absent $self:ident self, dump_storage($deadline:expr)) => {
        $crate::device_methods!(@unsupported $self Storage, $deadline)
    };
    (@absent $self:ident self, read_logs($deadline:expr)) => {
        $crate::device_methods!(@unsupported $self Logs, $deadline)
    };
    (@unsupported $self:ident $ability:ident, $($unused:expr),+) => {{
        let _ = ($($unused),+);
        Err($crate::device::DeviceError::Unsupported {
            device: $self.info().address.clone(),
            ability: $crate::device::Ability::$ability,
        })
    }};
}
