/** Times, numbers and places as a reader sees them. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { Severity } from '../../finding/finding.ts';
import { seconds } from '../../report/words.ts';
import { html, type Markup } from './markup.ts';

/** `2026-11-22 02:50:19 UTC`; what is no such time as it is. */
export function timeText(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(iso);
  return parts === null ? iso : `${parts[1]} ${parts[2]} UTC`;
}

/** A severity in words, and the class of its colour. */
export function signOf(severity: Severity): { readonly tone: string; readonly sign: string } {
  return severity === 'fault' ? { tone: 'bad', sign: '✗ fault' } : { tone: 'odd', sign: '! advice' };
}

/** `2.8 s`, `4 min 12 s` */
export function spanText(ms: number): string {
  if (!Number.isFinite(ms)) return 'unknown';
  if (ms < 59_950) return seconds(ms);
  const whole = Math.round(ms / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `1,087` */
export function numberText(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 finding`, `1,087 findings` */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(number)} ${number === 1 ? noun : plural}`;
}

/** The file and the line, and the pointer behind it. */
export function placeLine(place: Place): Markup {
  return html`<span class="place"><code>${formatPlace(place)}</code> <code class="muted">${place.pointer || '/'}</code></span>`;
}
