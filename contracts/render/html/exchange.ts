/** What was sent and what came back, side by side, with the part marked that is wrong. */
import type { AnswerPart, Evidence, Finding, SeenAnswer, SeenRequest } from '../../finding/finding.ts';
import { bodyMarkup } from './body.ts';
import { html, type Markup, when } from './markup.ts';

/** Both sides. */
export function exchangeMarkup({ at, received }: Finding, { request, answer }: Evidence): Markup {
  const back = answer === undefined ? noAnswer(received) : answerSide(answer, at);
  return html`<div class="exchange">${requestSide(request)}${back}</div>`;
}

function requestSide({ method, url, headers, body, mark }: SeenRequest): Markup {
  const shown = body === undefined || body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  return html`<section class="sent"><h5>Request${mark === undefined ? '' : '; what makes the case is marked'}</h5><p class="line"><b>${method}</b> ${url}</p>${headerList(headers, undefined)}${shown}</section>`;
}

function answerSide({ status, headers, body, mark }: SeenAnswer, at: AnswerPart | undefined): Markup {
  const code = at?.in === 'status' ? html`<mark>${status}</mark>` : html`${status}`;
  const shown = body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  const wrong = at?.in === 'header' ? at.name.toLowerCase() : undefined;
  const hasMark = mark !== undefined || at?.in === 'status' || at?.in === 'header';
  return html`<section><h5>Answer${hasMark ? '; what is wrong is marked' : ''}</h5><p class="line">status <b>${code}</b></p>${headerList(headers, wrong)}${shown}</section>`;
}

function noAnswer(received: string): Markup {
  return html`<section><h5>Answer</h5><p class="line"><mark>${received}</mark></p></section>`;
}

const noBody = html`<p class="muted">(no body)</p>`;

function headerList(headers: SeenRequest['headers'], wrong: string | undefined): Markup {
  const rows = headers.map(([name, value]) => {
    const shown = name.toLowerCase() === wrong ? html`<mark>${value}</mark>` : html`${value}`;
    return html`<li><span class="name">${name}:</span> ${shown}</li>`;
  });
  return when(rows.length > 0, () => html`<ul class="headers">${rows}</ul>`);
}
