//! Trees that are kept: whoever opens one later opens a record.

use retap_model::device::Device;

use super::kit::{Page, deadline, open, opened, shown};
use super::server::Server;

/// A page that would do something wherever it is opened, by everything that does without being touched.
const LIVE: &str = "<!doctype html><html onclick=1><head><title>Live</title><base href='SITE/base/'>
<link rel=stylesheet href=SITE/hit/style><link rel=preconnect href=SITE/hit/connect><link rel=icon href=SITE/hit/icon>
<style>@import url(SITE/hit/import); body { background: url(SITE/hit/background) }</style>
<script src=SITE/hit/script></script></head><body onload=\"fetch('SITE/hit/onload')\">
<p>Words</p><img src=SITE/hit/img onerror=\"fetch('SITE/hit/onerror')\"><svg onload=\"fetch('SITE/hit/svg')\"><image href=SITE/hit/image /></svg>
<iframe src=SITE/hit/frame></iframe><iframe srcdoc=\"<meta http-equiv=refresh content='0; url=SITE/hit/srcdoc'>\"></iframe>
<object data=SITE/hit/object></object><video src=SITE/hit/video poster=SITE/hit/poster autoplay></video>
<form action=SITE/hit/form><input autofocus onfocus=\"fetch('SITE/hit/focus')\"></form>
<textarea></textarea><xmp></xmp><noscript></noscript><i></i>
<script>
const add = (tag, text, name, value) => {
  const it = document.createElementNS(tag.includes('META') ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml', tag);
  if (name) for (const [key, said] of [[name, value], ['content', '0; url=SITE/hit/' + tag]]) it.setAttributeNS(null, key, said);
  if (text) it.append(text);
  document.body.append(it);
  return it;
};
const refresh = (from) => '<meta http-equiv=refresh content=\"0; url=SITE/hit/' + from + '\"><script>fetch(\"SITE/hit/' + from + '\")<' + '/script>';
for (const tag of ['style', 'xmp', 'noscript', 'textarea', 'title', 'script', 'noembed', 'template', 'plaintext'])
  setTimeout(() => add(tag, '</' + tag + '>' + refresh(tag)));
setTimeout(() => {
  document.body.append(document.createComment('>' + refresh('comment')), document.createComment('->' + refresh('comment2')), document.createComment('--!>' + refresh('comment3')));
  add('p', '', 'title', '\">' + refresh('attribute'));
  const meta = add('META', '', 'HTTP-EQUIV', 'never'); meta.setAttributeNS(null, 'HTTP-EQUIV', 'refresh');
  add('p', 'All is there');
}, 50);
</script></body></html>";

/// Styles that a page has in another namespace than the written text puts them into, and names of HTML in SVG and MathML.
const FOREIGN: &str = "<!doctype html><head><title>Foreign</title></head><body><p>Words</p>
<svg width=9 height=9><style>&lt;meta http-equiv=refresh content='0; url=SITE/hit/svg'&gt;&lt;p&gt;</style></svg>
<math><style>&lt;meta http-equiv=refresh content='0; url=SITE/hit/math'&gt;</style></math>
<svg><desc><style>a::before { content: '<meta http-equiv=refresh content=\"0; url=SITE/hit/desc\">' }</style></desc></svg>
<svg id=put></svg><math id=sum></math><style>@media (width >= 1px) and (width < 99999px) { p > b { color: rgb(1, 2, 3) } }</style>
<p><b id=styled>Styled</b></p>
<script>
const refresh = (from) => '<meta http-equiv=refresh content=\"0; url=SITE/hit/' + from + '\">';
const html = 'http://www.w3.org/1999/xhtml', svg = 'http://www.w3.org/2000/svg';
const add = (to, space, tag, ...texts) => {
  const it = document.createElementNS(space, tag);
  it.append(...texts);
  document.querySelector(to).append(it);
};
add('#put', html, 'style', refresh('html-in-svg'));
add('#put', html, 'style', '<', refresh('in-two').slice(1));
add('#put', html, 'style', '<![CDATA[' + refresh('cdata') + ']]>' + refresh('behind'));
add('#put', html, 'style', '<!--' + refresh('comment') + '-->' + refresh('behind-comment'));
add('#sum', html, 'style', '<<!--meta ' + refresh('joined').slice(6));
add('body', svg, 'style', '</style>' + refresh('svg-in-html'));
add('body', html, 'STYLE', '</style>' + refresh('large'));
</script></body></html>";

/// Names that scripts of ours look for; in SVG they are nothing of HTML.
const NAMES: &str = "template input textarea select option label form slot iframe details summary dialog canvas video \
    button a td object fieldset legend output progress meter datalist area map audio noscript style title";

/// Returns the written tree of a page.
fn dumped(page: &mut Page) -> String {
    let tree = page.device.dump_tree(deadline()).unwrap();
    String::from_utf8(tree.bytes).unwrap()
}

#[test]
fn a_kept_tree_leads_nowhere_by_what_is_another_namespace_when_it_is_read() {
    let live = Server::page("");
    let site = live.url("");
    let holder = Server::page(&FOREIGN.replace("SITE", &site));
    let mut page = opened!(open(&holder.url("/")));
    page.see("Styled");
    let tree = dumped(&mut page);
    drop(page);
    assert!(tree.contains("(width < 99999px) { p > b {"), "{tree}");
    let record = Server::page(&tree);
    let mut page = opened!(open(&record.url("/record")));
    page.see("Styled");
    page.tap("Words");
    let screen = page.read();
    assert_eq!(screen.name.unwrap(), record.url("/record"));
    assert!(live.got().is_empty(), "{:?}", live.got());
}

#[test]
fn names_of_html_in_other_namespaces_are_read_and_kept() {
    for space in ["svg", "math"] {
        let names = NAMES.split_whitespace();
        let inside: String = names.map(|name| format!("<{name}>x</{name}>")).collect();
        let made: String = format!(
            "const it = document.querySelector('#made');
             for (const name of '{NAMES}'.split(/\\s+/)) {{
               const one = document.createElementNS(it.namespaceURI, name);
               one.append('x'); one.setAttribute('width', 9);
               it.append(one);
             }}"
        );
        let mut page = shown!(&format!(
            "<!doctype html><{space} width=99 height=99>{inside}</{space}><{space} id=made width=99 height=99></{space}>
             <p>Words</p><script>{made}</script>"
        ));
        page.see("Words");
        assert!(dumped(&mut page).contains("<template width=\"9\">x</template>"));
        assert!(page.device.drawn(deadline()).unwrap().is_some());
        page.tap("Words");
    }
}

#[test]
fn a_kept_tree_runs_nothing_and_loads_nothing_when_it_is_opened() {
    let live = Server::page("");
    let site = live.url("");
    let holder = Server::page(&LIVE.replace("SITE", &site));
    let mut page = opened!(open(&holder.url("/")));
    page.see("All is there");
    let tree = page.device.dump_tree(deadline()).unwrap();
    assert_eq!(tree.extension, "html");
    let tree = String::from_utf8(tree.bytes).unwrap();
    assert!(tree.contains("Words") && tree.contains("/hit/script"));
    drop(page);
    assert!(!live.got().is_empty(), "the page itself is not live");
    // The page's own late requests go to the first server, those of its record to the second.
    let second = Server::page("");
    let tree = tree.replace(&site, &second.url(""));
    let record = Server::page(&tree);
    let mut page = opened!(open(&record.url("/record")));
    let screen = page.see("Words");
    assert_eq!(screen.name.unwrap(), record.url("/record"));
    page.wait(|screen| screen.loading().is_none().then_some(()));
    page.tap("Words");
    let screen = page.read();
    assert_eq!(screen.name.unwrap(), record.url("/record"));
    assert!(second.got().is_empty(), "{:?}", second.got());
}
