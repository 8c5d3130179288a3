// What an operator should know, in one place.
import {get} from './api.js';
import {button, chip, clock, empty, fill, h, link, number, seconds, t, when, word} from './ui.js';

const BAD = ['stage-failed', 'over-budget', 'refused-as-too-long', 'messages-dropped'];

function told(w) {
  const values = Object.fromEntries(Object.entries(w).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value ?? '–']));
  return t('told.' + w.code, {...values, stage: word('stage', w.stage), failure: word('failure', w.failure), trigger: word('trigger', w.trigger),
    instead: word('instead', w.instead ?? 'none'), duration: seconds(w.latencyMillis)});
}

export const list = (found, withChat) => found.length === 0 ? empty(t('warnings.none')) : h('ol', {class: 'warnings'},
  found.map(w => h('li', {class: BAD.includes(w.code) ? 'bad-line' : 'line', key: w.at + w.code + w.chat},
    h('p', {class: 'line-head'}, chip(word('warning', w.code), BAD.includes(w.code) ? 'bad' : 'warn'),
      withChat && w.chat && h('a', {href: link(w.chat, 'warnings'), dir: 'auto'}, w.chat), w.at && h('span', {class: 'soft'}, when(w.at), ' · ', clock(w.at))),
    h('p', {}, told(w)))));

export async function warnings(app) {
  const box = h('div');
  let only = null;
  async function load() {
    const found = (await get('warnings')).warnings;
    const kinds = new Map();
    for (const w of found) kinds.set(w.code, (kinds.get(w.code) ?? 0) + 1);
    const kind = (code, name, n) => button([name + ' · ', number(n)], () => {
      only = code;
      return load();
    }, {key: 'only-' + code, 'aria-pressed': String(only === code)});
    fill(box,
      h('section', {class: 'card'}, h('h2', {}, t('warnings.latest')),
        kinds.size > 1 && h('p', {class: 'chips'}, kind(null, t('warnings.all'), found.length), [...kinds].map(([code, n]) => kind(code, word('warning', code), n))),
        list(found.filter(w => only === null || w.code === only), true)));
  }
  await load();
  return {title: t('nav.warnings'), refresh: load, node: h('div', {class: 'page'},
    h('div', {class: 'head'}, h('h1', {tabindex: -1}, t('nav.warnings')), h('p', {class: 'soft'}, t('since'), ' ', when(app.about.since))), box)};
}
