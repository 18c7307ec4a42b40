/** What the contract says against what came back. */
import type { Finding } from '../../finding/finding.ts';
import { echoTable } from './echo.ts';
import { html, type Markup, nothing } from './markup.ts';

/** Of a finding of any kind; of an echo by property too. */
export function diffMarkup(finding: Finding): Markup {
  const { check, expected, received, evidence } = finding;
  const echo = check === ECHO && evidence !== undefined ? echoTable(evidence, finding) : nothing;
  return html`<dl class="diff"><div class="minus"><dt>− expected</dt><dd>${expected}</dd></div><div class="plus"><dt>+ received</dt><dd>${received}</dd></div></dl>${echo}`;
}

const ECHO = 'created-is-echoed';
