/** Buttons that copy a command. */

/** Puts a button into each block of one. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('.command')) {
    const text = block.querySelector('pre');
    if (text === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copyInto(button, text));
    block.append(button);
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} text
 */
async function copyInto(button, text) {
  const { exact } = text.dataset;
  const isCopied = await copied(exact === undefined ? (text.textContent ?? '') : String(JSON.parse(exact)));
  if (!isCopied) select(text);
  button.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl+C';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 4_000);
}

/**
 * False where the browser lets no page at this address write to the clipboard.
 *
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

/** @param {string} text */
function copiedTheOldWay(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'away';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}

/** @param {HTMLElement} element */
function select(element) {
  getSelection()?.selectAllChildren(element);
  element.focus();
}
