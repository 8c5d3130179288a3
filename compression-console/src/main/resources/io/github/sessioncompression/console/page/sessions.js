// The chain of sessions, and what is kept of the user.
import {get, getIfShown} from './api.js';
import {run, sure} from './actions.js';
import {button, chip, clock, empty, excerpt, field, fill, h, link, number, t, word} from './ui.js';

export function sessions(app, id, again) {
  const chain = h('div');
  const hits = h('div', {'aria-live': 'polite'});
  const user = h('div');
  const name = s => s.title || t('session.number', {n: s.id});

  const one = s => h('li', {class: 'session' + (s.current ? ' current' : ''), key: 'session-' + s.id},
    h('p', {class: 'line-head'}, h('b', {}, s.id), h('span', {class: 'title', dir: 'auto'}, name(s)), s.current && chip(t('session.current'), 'state')),
    h('p', {class: 'soft'}, [s.started && clock(s.started), s.ended ? clock(s.ended) : t('session.now')].filter(Boolean).join(' – '), ' · ',
      t('session.size', {messages: number(s.messages), tokens: number(s.tokens)}),
      s.parent && ' · ' + t('session.parent', {n: s.parent})),
    h('p', {class: 'row-actions'}, h('a', {class: 'button', href: link(s.conversationId, 'messages'), key: 'read-' + s.id}, t('session.read')),
      app.about.writes && !s.current && button(t('do.resume'), () => sure(t('do.resume'), t('resume.why', {title: name(s)}), t('do.resume'),
        () => run(id, 'resume', s.id, again)), {key: 'resume-' + s.id, class: 'main'})));

  async function load() {
    const [found, kept] = await Promise.all([get('sessions', {id}), getIfShown('user', {id})]);
    fill(chain, found.sessions.length === 0 ? empty(t('sessions.none')) : h('ol', {class: 'chain'}, found.sessions.sort((a, b) => a.id - b.id).map(one)));
    fill(user, !kept?.known ? empty(t('user.unknown')) : kept.facts.length === 0 ? empty(t('user.none'))
      : h('ul', {class: 'items'}, kept.facts.map(each => h('li', {key: 'kept-' + each.id},
        h('p', {dir: 'auto'}, each.text ?? t('no.contents')),
        h('p', {class: 'meta'}, chip(word('kind', each.kind), 'quiet'), h('span', {class: 'soft'}, each.chat),
          app.about.writes && button(t('do.erase-fact'), () => sure(t('do.erase-fact'), t('erase-fact.why'), t('do.erase'), () => run(id, 'erase-fact', each.id, load)),
            {class: 'link', key: 'fact-' + each.id}))))));
  }

  async function search(event) {
    event.preventDefault();
    const q = query.value.trim();
    if (!q) return fill(hits);
    const found = await get('sessions/search', {id, q});
    fill(hits, found.hits.length === 0 ? empty(t('search.none')) : h('ul', {class: 'items'}, found.hits.map(hit => h('li', {},
      h('p', {}, h('a', {href: link(hit.session.conversationId)}, name(hit.session))), excerpt(hit.excerpt, q)))));
  }
  const query = h('input', {type: 'search', key: 'session-search', autocomplete: 'off'});
  const node = h('div', {class: 'pair'},
    h('section', {class: 'card'}, h('h2', {}, t('tab.sessions')), h('p', {class: 'about'}, t('sessions.about')),
      app.about.contents && h('form', {class: 'tools', role: 'search', onsubmit: search}, field(t('search.sessions'), query), h('button', {type: 'submit'}, t('search'))),
      hits, chain),
    h('section', {class: 'card'}, h('h2', {}, t('user')), h('p', {class: 'about'}, t('user.about')), user));
  return {node, load};
}
