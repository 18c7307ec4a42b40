/** Where the focus is in a page of any browser, and the way to an element by Tab. */
import type { ScriptedPage } from './browser.ts';

/** The label of the element with the focus, or else its text. */
export function focused(page: ScriptedPage): Promise<string> {
  return page.evaluate<string>(focusedName);
}

const focusedName = `(() => {
  const { activeElement: one } = document;
  const named = (one.labels?.[0] ?? one).cloneNode(true);
  for (const control of named.querySelectorAll('select, input, textarea')) control.remove();
  return one.ariaLabel ?? (one === document.body ? 'the page' : named.textContent.trim().replaceAll(/\\s+/g, ' '));
})()`;

/** Presses Tab until an element with this name, or with one that ends with it, has the focus. */
export async function tabUntil(page: ScriptedPage, press: (key: string) => Promise<void>, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await press('Tab');
    const reached = await focused(page);
    if (reached.endsWith(name)) return;
    passed.push(reached);
  }
  throw new Error(`${name}: not reached by Tab; passed ${passed.join(', ')}`);
}
