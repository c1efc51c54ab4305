//! Trees that are kept: whoever opens one later opens a record.

use retap_model::device::Device;

use super::kit::{deadline, open, opened};
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
