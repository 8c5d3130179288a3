import {child, element} from './elements.js';
import {fetched} from './server.js';

const levels = ['tags', 'brief', 'detailed', 'full'];
let covered = null;

/** A stretch of the chat at one level, with a button for the next finer one. */
function showSegment(item, told) {
  item.replaceChildren();
  child(item, 'span', told.level === 'tags' ? told.marker : told.text, 'told');
  const finer = levels[levels.indexOf(told.level) + 1];
  if (!finer) return;
  const more = child(item, 'button', finer, 'more');
  more.type = 'button';
  more.addEventListener('click', () => fill(item, told.id, finer));
}

async function fill(item, id, level) {
  try {
    const query = new URLSearchParams({id, level});
    showSegment(item, await (await fetched('api/recall/segment?' + query)).json());
  } catch (failure) {
    item.textContent = failure.message;
  }
}

/** The stretches of what is in the state, once that has changed. */
export async function segments(coveredMessages) {
  if (covered === coveredMessages) return;
  covered = coveredMessages;
  const list = element('segments');
  try {
    const told = await (await fetched('api/recall/segments')).json();
    list.replaceChildren();
    told.forEach(segment => showSegment(child(list, 'li'), segment));
    if (told.length === 0) child(list, 'li', 'None yet: nothing was compressed.', 'none');
  } catch (failure) {
    list.replaceChildren();
    child(list, 'li', failure.message, 'none');
  }
}

/** Another chat is shown. */
export function forget() {
  covered = null;
  element('hits').replaceChildren();
}

element('find').addEventListener('submit', async event => {
  event.preventDefault();
  const hits = element('hits');
  try {
    const query = new URLSearchParams({query: element('query').value});
    const found = await (await fetched('api/recall/find?' + query)).json();
    hits.replaceChildren();
    for (const hit of found) {
      const item = child(hits, 'li', hit.from + ': ' + hit.text);
      const more = child(item, 'button', hit.segment, 'more');
      more.type = 'button';
      more.title = 'Show what was said around it';
      more.addEventListener('click', () => fill(item, hit.segment, 'detailed'));
    }
    if (found.length === 0) child(hits, 'li', 'Nothing that left the context says that.', 'none');
  } catch (failure) {
    hits.replaceChildren();
    child(hits, 'li', failure.message, 'none');
  }
});
