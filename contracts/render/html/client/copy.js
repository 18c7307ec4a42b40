/** Buttons that copy a command. */

/** Adds a button to each command block. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('.command')) {
    const text = block.querySelector('pre');
    if (text === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copyCommand(button, text));
    block.append(button);
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} text
 */
async function copyCommand(button, text) {
  const { exact } = text.dataset;
  const isCopied = await copyText(exact === undefined ? (text.textContent ?? '') : String(JSON.parse(exact)));
  if (!isCopied) selectText(text);
  button.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl+C';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 4_000);
}

/**
 * False if the browser does not let this page write to the clipboard.
 *
 * @param {string} text
 */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithExecCommand(text);
  }
}

/** @param {string} text */
function copyWithExecCommand(text) {
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.className = 'offscreen';
  document.body.append(textarea);
  textarea.select();
  const isDone = document.execCommand('copy');
  textarea.remove();
  return isDone;
}

/** @param {HTMLElement} element */
function selectText(element) {
  getSelection()?.selectAllChildren(element);
  element.focus();
}
