/** The commands that show a finding again. */
import type { Evidence } from '../../finding/finding.ts';
import { exactly, html, type Markup, nothing } from './markup.ts';

/** More is of no use to a reader: a body of 65,536 characters. */
const LONGEST_COMMAND = 6_000;

export function again({ curl, curlLacks, replay }: Evidence): Markup {
  const lacks = curlLacks === undefined ? nothing : html`<p class="muted">(${curlLacks})</p>`;
  const line =
    curl.length > LONGEST_COMMAND
      ? html`<p class="muted">The curl line is too long for a page (${curl.length} characters); the replay command sends the same, and the JSON report has it.</p>`
      : html`${command(curl)}${lacks}`;
  return html`${line}${command(replay)}`;
}

/** The script of the page puts a button to copy it beside. */
export function command(text: string): Markup {
  const exact = exactly(text);
  const attribute = exact === undefined ? nothing : html` data-exact="${exact}"`;
  return html`<div class="command"><pre tabindex="0"${attribute}>${text}</pre></div>`;
}
