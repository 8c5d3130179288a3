// All chats: their sizes, what was done to them and what went wrong.
import {get} from './api.js';
import {button, cheaper, chip, contextParts, empty, facts, field, fill, gauge, h, legend, link, number, percent, select, share, short, spent, t, tile, when, word} from './ui.js';

const LIMIT = 25;
const COLUMNS = [['id', 'id'], ['context'], ['messages', 'messages'], ['compressions', 'compressions'], ['failures', 'failures'],
  ['saved', 'saved'], ['spent'], ['cached', 'cached'], ['written', 'written']];

function totals(about) {
  const s = about.totals;
  const measured = share(s.chatUsage.cacheReadTokens, s.chatUsage.inputTokens + s.chatUsage.cacheReadTokens + s.chatUsage.cacheCreationTokens);
  return h('dl', {class: 'tiles'},
    tile(t('saved'), short(s.tokensSaved), t('saved.note')),
    tile(t('compressions'), number(s.compressions), t('prunings.note', {n: number(s.prunings)})),
    tile(t('failures'), h('span', {class: s.failures ? 'bad' : ''}, number(s.failures)), t('failures.note')),
    tile(t('cached'), percent(share(s.stablePrefixTokens, s.sentTokens)),
      measured == null ? t('cached.note') : t('cached.measured', {share: percent(measured)})),
    tile(t('duration'), s.compressions ? number(s.meanLatencyMillis) + ' ms' : '–', t('duration.note', {max: number(s.maxLatencyMillis)})),
    tile(t('model.tokens'), short(s.modelUsage.inputTokens + s.modelUsage.outputTokens), t('model.note', {calls: number(s.modelUsage.calls)})));
}

/** What is wrong or worth knowing about a chat, as words beside its bar. */
export function flags(c) {
  if (!c) return [chip(t('context.unknown'), 'warn')];
  return [
    !c.enabled && chip(t('off'), 'quiet'), c.compressing && chip(t('compressing'), 'busy'),
    c.enabled && c.contextTokens > c.hardLimitTokens && chip(t('over.limit'), 'bad'),
    c.enabled && c.contextTokens >= c.triggerTokens && c.contextTokens <= c.hardLimitTokens && chip(t('over.trigger'), 'warn'),
    c.contextWindow < c.configuredWindow
      && chip(t('learnt', {window: short(c.contextWindow)}), 'warn', t('learnt.title', {window: number(c.contextWindow), configured: number(c.configuredWindow)}))
  ].filter(Boolean);
}

function row(chat, priced) {
  const c = chat.context;
  const cell = (name, ...content) => h('td', {role: 'cell', class: name, 'data-label': t(name === 'written' ? 'written' : name)}, content);
  return h('tr', {role: 'row', key: 'row-' + chat.id},
    h('th', {role: 'rowheader', scope: 'row'}, h('a', {href: link(chat.id), key: 'chat-' + chat.id, dir: 'auto'}, chat.id)),
    cell('context', c && gauge(c), h('p', {class: 'under'},
      c && h('span', {}, t('gauge.short', {now: number(c.contextTokens), limit: number(c.hardLimitTokens)})), flags(c))),
    cell('messages', number(chat.messages)),
    cell('compressions', number(chat.compressions), chat.prunings > 0 && h('span', {class: 'soft'}, ' +' + number(chat.prunings),
      h('span', {class: 'hidden'}, ' ' + t('prunings')))),
    cell('failures', chat.failures ? h('a', {href: link(chat.id, 'warnings'), class: 'bad', key: 'failures-' + chat.id}, number(chat.failures)) : '0',
      chat.lastWarning && h('span', {class: 'under'}, word('warning', chat.lastWarning.code), ' ', when(chat.lastWarning.at))),
    cell('saved', short(chat.tokensSaved), h('span', {class: 'under'}, cheaper(chat.tokensSaved, chat.prices))),
    priced && cell('spent', spent(chat.chatUsage, chat.prices) ?? '–'),
    cell('cached', percent(share(chat.stablePrefixTokens, chat.sentTokens))),
    cell('written', when(chat.written)));
}

export async function chats(app, to) {
  const asked = {sort: 'id', order: null, filter: null, only: null, after: null, offset: 0, ...Object.fromEntries(to.query)};
  const before = [];
  const numbers = h('div');
  const notices = h('div');
  const list = h('div');

  /** Asks again, with other words; the address keeps them, so that it can be sent to somebody. */
  async function ask(changes) {
    Object.assign(asked, changes);
    const kept = Object.entries(asked).filter(([name, value]) => value && !(name === 'sort' && value === 'id'));
    history.replaceState(null, '', '#/' + (kept.length ? '?' + new URLSearchParams(kept) : ''));
    await load();
  }
  const from = () => ({after: null, offset: 0});

  function heading([name, sort]) {
    if (!sort) return h('th', {role: 'columnheader', scope: 'col', class: name}, t(name));
    const on = asked.sort === sort;
    const up = on && (asked.order ?? (sort === 'id' ? 'asc' : 'desc')) === 'asc';
    const order = on ? (up ? 'desc' : 'asc') : null;
    return h('th', {role: 'columnheader', scope: 'col', class: name, 'aria-sort': on ? (up ? 'ascending' : 'descending') : 'none'},
      button([t(name), h('i', {'aria-hidden': 'true'}, on ? (up ? ' ↑' : ' ↓') : '')],
        () => ask({...from(), sort, order: sort === 'id' && order === 'asc' ? null : order}), {class: 'sort', key: 'sort-' + name}));
  }

  function pages(found) {
    const stored = found.total == null;
    const last = stored ? !found.next : found.offset + LIMIT >= found.total;
    const first = stored ? !asked.after : found.offset === 0;
    const back = () => stored ? ask({after: before.pop() ?? null}) : ask({offset: Math.max(0, found.offset - LIMIT)});
    const on = () => {
      if (stored) before.push(asked.after);
      return ask(stored ? {after: found.next} : {offset: found.offset + LIMIT});
    };
    return !(first && last) && h('nav', {class: 'pages', 'aria-label': t('pages')},
      button(t('previous'), back, {disabled: first, key: 'previous'}),
      h('span', {class: 'soft'}, stored ? '' : t('pages.of', {from: number(found.offset + 1), to: number(found.offset + found.chats.length), total: number(found.total)})),
      button(t('next'), on, {disabled: last, key: 'next'}));
  }

  let turn = 0;
  async function load() {
    const mine = ++turn;
    const found = await get('chats', {...asked, limit: LIMIT});
    if (mine !== turn) return;
    const priced = found.chats.some(chat => spent(chat.chatUsage, chat.prices));
    const sample = found.chats.find(chat => chat.context)?.context;
    fill(numbers, totals(app.about));
    fill(notices, app.about.compressionModelPaused && h('p', {class: 'notice bad', role: 'status'}, t('paused')),
      app.about.droppedEvents > 0 && h('p', {class: 'notice'}, t('dropped', {n: number(app.about.droppedEvents)})));
    fill(list, found.chats.length === 0 ? empty(t(asked.filter || asked.only ? 'chats.none-found' : 'chats.none')) : [
      sample && h('div', {class: 'legends'}, legend([...contextParts(sample).map(([kind, name]) => [kind, name, null]),
        ['trigger', t('trigger'), null], ['limit', t('limit'), null]])),
      h('table', {class: 'list', role: 'table', 'aria-label': t('chats.title')},
        h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, COLUMNS.filter(([name]) => name !== 'spent' || priced).map(heading))),
        h('tbody', {role: 'rowgroup'}, found.chats.map(chat => row(chat, priced))))], pages(found));
  }

  let typing;
  const search = h('input', {type: 'search', value: asked.filter ?? '', autocomplete: 'off', key: 'filter', oninput: e => {
    clearTimeout(typing);
    typing = setTimeout(() => ask({...from(), filter: e.target.value.trim()}), 250);
  }});
  const only = select([['', t('only.all')], ['compressed', t('only.compressed')], ['failed', t('only.failed')]], asked.only ?? '',
    value => ask({...from(), only: value}), {key: 'only'});
  // Narrow screens have no heads of columns.
  const sort = select(COLUMNS.filter(([, key]) => key).map(([name, key]) => [key, t(name)]), asked.sort, key => ask({...from(), sort: key, order: null}), {key: 'sort'});
  const node = h('div', {class: 'page'},
    h('div', {class: 'head'}, h('h1', {tabindex: -1}, t('chats.title')), h('p', {class: 'soft'}, t('since'), ' ', when(app.about.since))),
    notices, numbers,
    h('section', {class: 'card', 'aria-label': t('chats.title')},
      h('div', {class: 'tools', role: 'search'}, field(t('filter'), search), field(t('show'), only), h('div', {class: 'narrow'}, field(t('sort'), sort))), list),
    h('details', {class: 'policy'}, h('summary', {}, t('policy')), facts(Object.entries(app.about.policy).filter(([, value]) => value !== null)
      .map(([name, value]) => [word('policy', name), typeof value === 'number' ? number(value) : t(value ? 'yes' : 'no')]))));
  await load();
  return {title: t('chats.title'), node, refresh: load, moved: async to => ask({sort: 'id', order: null, filter: null, only: null, after: null, offset: 0, ...Object.fromEntries(to.query)})};
}
