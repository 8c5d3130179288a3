// One chat: its size, its actions, and four ways to look at it.
import {get} from './api.js';
import {bar} from './actions.js';
import {flags} from './chats.js';
import {compressions} from './compressions.js';
import {messages} from './messages.js';
import {sessions} from './sessions.js';
import {cheaper, chip, contextParts, facts, fill, gauge, h, legend, link, money, number, percent, share, short, spent, t, word} from './ui.js';
import {list} from './warnings.js';

const NEVER = 2 ** 31 - 1; // calls
const TABS = ['messages', 'compressions', 'sessions', 'warnings'];

function size(chat) {
  const c = chat.context;
  if (!c) return h('p', {class: 'notice'}, t('context.unknown'));
  const over = c.contextTokens >= c.triggerTokens;
  return [
    h('p', {class: 'gauge-line'}, h('b', {}, number(c.contextTokens)), ' ', t('gauge.of', {limit: number(c.hardLimitTokens)}),
      h('span', {class: over ? 'bad' : 'soft'}, ' · ', over ? t('gauge.over', {n: number(c.contextTokens - c.triggerTokens)})
        : t('gauge.left', {n: number(c.triggerTokens - c.contextTokens)})), flags(c)),
    gauge(c),
    legend([...contextParts(c), ['trigger', t('trigger'), c.triggerTokens], ['limit', t('limit'), c.hardLimitTokens]])
  ];
}

function plan(p) {
  if (p.step === 'compress') {
    return t('plan.compress', {messages: number(p.compressibleMessages), tokens: number(p.compressibleTokens), after: number(p.estimatedTokensAfter), lost: number(p.cachedTokensLost)});
  }
  return p.step === 'prune' ? t('plan.prune', {n: number(p.prunableResults)}) : t('plan.nothing');
}

function costs(c) {
  const cost = tokens => money(Math.max(0, tokens) * c.prices.input, c.prices);
  const values = {now: cost(c.now), after: cost(c.after), model: cost(c.model), even: c.breakEvenCalls, expected: number(c.expectedCalls)};
  const verdict = c.breakEvenCalls === NEVER ? 'costs.never' : c.breakEvenCalls === 0 ? 'costs.at-once' : c.breakEvenCalls <= c.expectedCalls ? 'costs.worth' : 'costs.not-worth';
  return [t('costs.sum', values), c.model > 0 && t('costs.model', values), t(verdict, values)].filter(Boolean).join(' ');
}

function head(app, chat, again) {
  const s = chat.stats;
  const paid = spent(s.chatUsage, chat.prices);
  return [
    h('div', {class: 'head'}, h('p', {class: 'crumb'}, h('a', {href: '#/', key: 'back'}, '← ' + t('nav.chats')),
      chat.earlierSession && [' / ', h('a', {href: link(chat.chat, 'sessions'), key: 'whole'}, chat.chat)]),
      h('h1', {tabindex: -1, dir: 'auto', key: 'title'}, chat.id), chat.earlierSession && chip(t('session.earlier'), 'state')),
    h('section', {class: 'card size', 'aria-label': t('gauge.name')}, size(chat),
      facts([[t('messages'), number(chat.messages)], [t('compressions'), number(s.compressions) + (s.prunings ? ' + ' + t('prunings.note', {n: number(s.prunings)}) : '')],
        [t('failures'), h('span', {class: s.failures ? 'bad' : ''}, number(s.failures))], [t('saved'), [short(s.tokensSaved), cheaper(s.tokensSaved, chat.prices)].filter(Boolean).join(' · ')],
        paid && [t('spent'), paid],
        [t('cached'), percent(share(s.stablePrefixTokens, s.sentTokens))], [t('pins'), number(chat.pins.length)],
        [t('model.tokens'), s.modelUsage.calls ? t('model.spent', {calls: number(s.modelUsage.calls), input: short(s.modelUsage.inputTokens), output: short(s.modelUsage.outputTokens)}) : t('none')]]),
      chat.plan && h('p', {class: 'plan'}, h('b', {}, t('plan')), ' ', plan(chat.plan)),
      chat.plan?.costs && h('p', {class: 'soft small'}, costs(chat.plan.costs)),
      !app.about.writes ? h('p', {class: 'soft small'}, t('error.writes-off')) : !chat.earlierSession && bar(app, chat, again))
  ];
}

export async function chat(app, to) {
  const id = to.id;
  const top = h('div');
  const name = TABS.includes(to.tab) ? to.tab : TABS[0];
  const tabs = h('nav', {class: 'tabs', 'aria-label': t('tabs')});
  let now = await get('chat', {id});

  function paint() {
    fill(top, head(app, now, again));
    fill(tabs, TABS.map(each => h('a', {href: link(id, each), 'aria-current': each === name ? 'page' : null, key: 'tab-' + each}, t('tab.' + each),
      each === 'compressions' && now.stats.compressions > 0 && h('span', {class: 'count'}, number(now.stats.compressions)))));
  }
  async function again() {
    now = await get('chat', {id});
    paint();
    await tab.load(now);
  }

  function warningsTab() {
    const node = h('section', {class: 'card'});
    return {node, load: async () => fill(node, h('h2', {}, t('tab.warnings')), list((await get('warnings', {id})).warnings, false))};
  }
  const tab = name === 'messages' ? messages(app, id, to.query, again) : name === 'compressions' ? compressions(app, id, again)
    : name === 'sessions' ? sessions(app, id, again) : warningsTab();
  paint();
  await tab.load(now);
  return {
    title: id, node: h('div', {class: 'page chat'}, top, tabs, tab.node), placed: tab.placed, moved: tab.moved && (next => tab.moved(next.query)),
    refresh: ids => ids.has('*') || ids.has(id) || ids.has(now.chat) ? again() : null
  };
}
