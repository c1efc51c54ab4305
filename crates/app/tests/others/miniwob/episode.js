// Stands behind core.js in every page: the seed is the test's, time has no end, and the server is told what
// the page asked for and what it gave.
(() => {
  const ask = core.startEpisodeReal;
  const end = core.endEpisode;
  const tell = (what, text) => {
    const request = new XMLHttpRequest();
    // The page waits, so that the server knows before anybody can look at the page.
    request.open('POST', '/told/' + what + '/' + location.pathname.match(/([^/]+)\.html$/)[1], false);
    request.send(text);
  };
  const start = seed => {
    Math.seedrandom(seed);
    core.EPISODE_MAX_TIME = 3600000;
    ask();
  };
  core.startEpisodeReal = () => start(SEED);
  core.endEpisode = (...how) => {
    const isOn = core.EP_TIMER !== null;
    const asked = core.getUtterance();
    end(...how);
    if (isOn) tell('reward', [SEED, WOB_RAW_REWARD_GLOBAL, asked].join('\t'));
  };
  // The page that reads all instructions asks for them.
  window.readInstructions = seeds => {
    const lines = [];
    for (let seed = 0; seed < seeds; seed++) {
      start(seed);
      lines.push(core.getUtterance());
    }
    clearTimeout(core.EP_TIMER);
    tell('instructions', lines.join('\n'));
  };
})();
