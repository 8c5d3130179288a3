// The frame: routes, language, and the live connection.
import {get, listen, steady} from './api.js';
import {button, fill, h, language, select, speak, t, word} from './ui.js';
import {chats} from './chats.js';
import {chat} from './chat.js';
import {warnings} from './warnings.js';

const LANGUAGES = {en: 'English', de: 'Deutsch'};
const main = document.getElementById('main');
const app = {about: null, live: false};
let shown = null;
let shownAs = '';
let asked = 0;

/** #/chat/ID/TAB?m=12 as {name, id, tab, query}. */
function route() {
  const [path, query] = location.hash.slice(1).split('?');
  const [name, id, tab] = path.split('/').filter(Boolean).map(part => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return {name: name ?? 'chats', id, tab, query: new URLSearchParams(query)};
}

function top() {
  const here = route().name;
  const nav = (name, href, text, count) =>
    h('a', {href, 'aria-current': here === name || (name === 'chats' && here === 'chat') ? 'page' : null, key: 'nav-' + name}, text,
      count > 0 && h('span', {class: 'count'}, count > 99 ? '99+' : String(count), h('span', {class: 'hidden'}, ' ' + t('nav.new'))));
  fill(document.getElementById('top'),
    h('a', {class: 'brand', href: '#/', key: 'brand'}, h('img', {src: 'icon.svg', alt: '', width: 22, height: 22}), h('span', {}, 'Session Compression')),
    h('nav', {'aria-label': t('nav.name')}, nav('chats', '#/', t('nav.chats')), nav('warnings', '#/warnings', t('nav.warnings'), app.about?.warnings)),
    h('p', {class: 'live' + (app.live ? ' on' : '')}, h('i', {'aria-hidden': 'true'}), t(app.live ? 'live.on' : 'live.off')),
    select(Object.entries(LANGUAGES), language, change, {'aria-label': t('language'), key: 'language'}));
  document.getElementById('skip').textContent = t('skip');
}

async function change(lang) {
  try {
    localStorage.setItem('session-compression-language', lang);
  } catch { /* A browser without storage asks its own languages again. */ }
  await speak(lang);
  await show(true);
}

function fault(problem) {
  if (!problem.code) console.error(problem);
  return h('section', {class: 'card fault', role: 'alert'}, h('h1', {tabindex: -1}, t('fault.title')),
    h('p', {}, word('error', problem.code ?? 'page')), problem.detail && h('p', {class: 'soft'}, problem.detail),
    button(t('again'), () => show(true)));
}

async function show(whole = false) {
  const mine = ++asked;
  const to = route();
  const as = to.name + '/' + (to.id ?? '') + '/' + (to.tab ?? '');
  if (!whole && as === shownAs && shown?.moved) {
    await shown.moved(to).catch(problem => fill(main, fault(problem)));
    return;
  }
  const first = shownAs === '';
  shownAs = as;
  shown = null;
  main.setAttribute('aria-busy', 'true');
  let view;
  try {
    app.about = await get('about');
    view = to.name === 'chat' && to.id ? await chat(app, to) : to.name === 'warnings' ? await warnings(app) : await chats(app, to);
  } catch (problem) {
    view = {title: t('fault.title'), node: fault(problem)};
  }
  if (mine !== asked) return;
  shown = view;
  main.removeAttribute('aria-busy');
  main.replaceChildren(view.node);
  document.title = view.title + ' · Session Compression';
  top();
  view.placed?.();
  if (!first && !whole && !main.contains(document.activeElement)) main.querySelector('h1')?.focus({preventScroll: true});
}

// What is shown is asked for again at most every 600 ms, and only while somebody can see it.
const waiting = new Set();
let timer = null;
function changed({chat: id}) {
  waiting.add(id ?? '*');
  timer ??= setTimeout(refresh, 600);
}

async function refresh() {
  await steady();
  timer = null;
  if (document.hidden || waiting.size === 0) return;
  const ids = new Set(waiting);
  waiting.clear();
  try {
    app.about = await get('about');
    await shown?.refresh?.(ids);
  } catch (problem) {
    if (!problem.code) console.error(problem);
  }
  top();
}

document.addEventListener('visibilitychange', refresh);
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
addEventListener('hashchange', () => show());

let wanted = new URLSearchParams(location.search).get('lang');
try {
  wanted ??= localStorage.getItem('session-compression-language');
} catch { /* As above. */ }
await speak([wanted, ...navigator.languages.map(each => each.slice(0, 2))].find(each => Object.hasOwn(LANGUAGES, each)) ?? 'en');
await show();
listen(changed, live => {
  const back = live && !app.live;
  app.live = live;
  top();
  if (back) changed({});
});
