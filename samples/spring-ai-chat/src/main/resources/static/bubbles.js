/* What was said, and what happened, one below the other. */

const messages = document.getElementById('messages');
const scroll = document.getElementById('scroll');
const empty = document.getElementById('empty');

const TAGS = ['a', 'p', 'br', 'hr', 'em', 'strong', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4',
  'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];

const escaped = text => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

// Markup that a model writes is shown, not followed; a picture is a link, so that none is fetched by itself.
marked.use({
  gfm: true,
  breaks: true,
  renderer: {
    html: token => escaped(token.text),
    image: token => `<a href="${escaped(token.href)}">${escaped(token.text || token.href)}</a>`
  }
});

function markdown(text) {
  const made = DOMPurify.sanitize(marked.parse(text), {
    ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ['href', 'start'], ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i, RETURN_DOM_FRAGMENT: true
  });
  for (const link of made.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const table of made.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'wide';
    table.replaceWith(box);
    box.append(table);
  }
  return made;
}

/** Changes what is shown and keeps the end in sight, unless the reader has scrolled away. */
function keepingSight(change) {
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60;
  const result = change();
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
  return result;
}

function bubble(className, content = '') {
  empty.hidden = true;
  return keepingSight(() => {
    const made = document.createElement('li');
    made.className = className;
    made.textContent = content;
    messages.append(made);
    return made;
  });
}

function button(parent, className, label, press) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = label;
  made.addEventListener('click', () => press(made));
  buttons().forEach(other => { other.tabIndex = -1; });
  parent.append(made);
}

const buttons = () => [...messages.querySelectorAll('button')];

// A long chat is one stop of the tab key, at its last button; the arrow keys go from one to the next.
messages.addEventListener('keydown', event => {
  const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
  const all = buttons();
  const to = step && all[all.indexOf(event.target) + step];
  if (!to || !all.includes(event.target)) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
});

async function copied(text, pressed) {
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = 'Copied';
  } catch {
    pressed.textContent = 'Not allowed';
  }
  setTimeout(() => { pressed.textContent = 'Copy'; }, 2000);
}

/** Shows nothing of what was said, but for questions that wait for the chat to be shown. */
export function clear() {
  messages.replaceChildren(...messages.querySelectorAll('.waiting'));
  empty.hidden = messages.childElementCount > 0;
}

/** Puts questions that wait behind what was said before. */
export function waitingLast() {
  messages.append(...messages.querySelectorAll('.waiting'));
}

export function toEnd() {
  scroll.scrollTop = scroll.scrollHeight;
}

export const user = text => bubble('user', text);

/** Something that happened to the chat. */
export const event = text => bubble('event', text);

/** An answer that is being written: {@code add} shows more of it, {@code end} that it is all. */
export function answer() {
  const shown = bubble('assistant busy');
  const body = document.createElement('div');
  shown.append(body);
  let text = '';
  let waiting = false;
  const show = () => keepingSight(() => body.replaceChildren(markdown(text)));
  return {
    add(words) {
      text += words;
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          show();
        });
      }
    },
    end() {
      shown.classList.remove('busy');
      if (text.trim()) {
        show();
        if (!shown.querySelector('.copy')) button(shown, 'copy', 'Copy', pressed => copied(text, pressed));
      } else {
        shown.remove();
      }
    }
  };
}

/** Why there is no answer, or not all of one; with a button that asks again if {@code again} is given. */
export function trouble(className, line, again) {
  const shown = bubble(className, line);
  if (again) {
    keepingSight(() => button(shown, 'again', 'Try again', () => {
      shown.remove();
      again();
    }));
  }
}

/** Takes away what offers to ask again: the chat has gone on. */
export function withdrawOffers() {
  messages.querySelectorAll('.again').forEach(offer => offer.remove());
}
