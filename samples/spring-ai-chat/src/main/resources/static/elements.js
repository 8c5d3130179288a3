/** The element with that id. */
export const element = id => document.getElementById(id);

/** A new element at the end of another. */
export function child(parent, tag, content, className) {
  const made = document.createElement(tag);
  if (content !== undefined) made.textContent = content;
  if (className) made.className = className;
  parent.append(made);
  return made;
}
