import { describe, expect, test } from 'vitest';
import { createChangelog } from '../../../contracts/render/changelog/changelog-data.ts';
import { clientAction } from '../../../contracts/render/changelog/client-action.ts';
import { htmlChangelog } from '../../../contracts/render/changelog/html-changelog.ts';
import { markdownChangelog } from '../../../contracts/render/changelog/markdown-changelog.ts';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { changeRules } from '../../../spec/diff/rules/all-rules.ts';
import { document, operationObject, parseDocument } from '../../spec/diff/build-documents.ts';

async function changelogOf(one: string, other: string, notes: readonly string[] = []) {
  const [before, after] = [await parseDocument(one, 'old.yaml'), await parseDocument(other, 'new.yaml')];
  return createChangelog(diffContracts(before, after), { before, after }, notes);
}

const limit = (type: string) => `[{ name: limit, in: query, schema: { type: ${type} } }]`;
const old = document(
  `{ /things: { get: ${operationObject({ operationId: 'list', parameters: limit('string') })} }, /old: { get: ${operationObject({})} } }`,
);
const current = document(
  `{ /things: { get: ${operationObject({ operationId: 'list', parameters: limit('integer') })}, post: ${operationObject({})} } }`,
);

describe('a changelog', () => {
  test('has a section for each operation, with levels, both lines and what clients do', async () => {
    const text = markdownChangelog(await changelogOf(old, current, ['not compared: a webhook']));
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# Things 1 to 1',
      '## GET /things (list)',
      '### ERR: The type changed&#58; query limit',
      '## GET /old',
      '### ERR: An operation was removed without deprecation',
      '## POST /things',
      '### INFO: An operation was added',
    ]);
    expect(text).toContain('<code>string</code> → <code>integer</code>');
    expect(text).toMatch(/^- paths: .*\n {2}old\.yaml:3\n\+ paths: .*\n {2}new\.yaml:3$/m);
    expect(text).toContain(
      '- clients: Send only what the new version accepts&#58; query limit was string, now integer.',
    );
    expect(text).toContain('| ERR | breaking | 2 |');
    expect(text).toContain('not compared&#58; a webhook');
  });

  test('lists the most important changes of an operation first', async () => {
    const parameters = (words: string) => `[{ name: q, in: query, schema: { type: string, ${words} } }]`;
    const get = (parts: Readonly<Record<string, string>>) => document(`{ /a: { get: ${operationObject(parts)} } }`);
    const { sections } = await changelogOf(
      get({ operationId: 'a', parameters: parameters('maxLength: 9') }),
      get({ operationId: 'b', deprecated: 'true', parameters: parameters('maxLength: 8') }),
    );
    expect(sections.flatMap(({ entries }) => entries.map(({ level }) => level))).toEqual(['ERR', 'WARN', 'INFO']);
  });

  test('lists a change of several operations once, with the others', async () => {
    const twice = (type: string) =>
      document(
        `{ /a: { get: ${operationObject({ parameters: "[{ $ref: '#/components/parameters/L' }]" })}, put: ${operationObject({ parameters: "[{ $ref: '#/components/parameters/L' }]" })} } }`,
        { components: `{ parameters: { L: { name: limit, in: query, schema: { type: ${type} } } } }` },
      );
    const { sections, counts } = await changelogOf(twice('string'), twice('integer'));
    expect(sections.map(({ title, entries }) => [title, entries.map(({ alsoIn }) => alsoIn)])).toEqual([
      ['GET /a', [['PUT /a']]],
    ]);
    expect(counts).toEqual({ ERR: 1, WARN: 0, INFO: 0 });
  });

  test('of equal documents says so', async () => {
    const changelog = await changelogOf(old, old);
    expect(markdownChangelog(changelog)).toContain('No changes.');
    expect(htmlChangelog(changelog)).toContain('No changes.');
  });
});

describe('text from a document', () => {
  const evil = '</code><img src=x onerror=alert(1)>`|@octocat [a](javascript:b)\u202e# ```';
  const enumOf = (values: readonly string[]) =>
    document(
      `{ /a: { get: ${operationObject({ parameters: `[{ name: ${JSON.stringify(evil)}, in: query, schema: { type: string, enum: ${JSON.stringify(values)} } }]` })} } }`,
      { tags: `[{ name: ${JSON.stringify(evil)} }]` },
    ).replace('title: Things', `title: ${JSON.stringify(evil)}`);

  test('does not act in HTML', async () => {
    const page = htmlChangelog(await changelogOf(enumOf([evil, 'a']), enumOf(['a'])));
    expect(page).not.toMatch(/<img|javascript:b\)"|\u202e/);
    expect(page.match(/<script[^>]*>[^<]/)).toBe(null);
    expect(page).toContain('script-src &#39;sha256-');
  });

  test('does not act in Markdown', async () => {
    const text = markdownChangelog(await changelogOf(enumOf([evil, 'a']), enumOf(['a'])));
    const outsideCode = text.replace(/^(`{3,})diff\n(?:.*\n)*?\1$/gm, '');
    expect(outsideCode).not.toMatch(/<img|@octocat|\]\(|`|\u202e/);
    // The fence of a quoted line is longer than any in the line.
    expect(text).toMatch(/^````diff$/m);
    expect(text).not.toContain('\u202e');
  });
});

describe('what clients do', () => {
  const change = { operation: 'list', at: 'query q', before: undefined, after: undefined, was: 'a', is: 'b' };

  test.each(changeRules.map((rule) => [rule.id, rule] as const))(
    'is said for %s unless it is harmless',
    (_id, rule) => {
      const action = clientAction({ ...change, rule });
      if (rule.impact === 'harmless') expect(action).toBe(undefined);
      else expect(action).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each([
    ['request-parameter-removed', 'Stop sending query q.'],
    ['request-property-removed', 'Stop sending query q.'],
    ['new-required-request-parameter', 'Send query q.'],
    ['request-required-property-added', 'Send query q.'],
    ['request-property-became-required', 'Always send query q.'],
    ['request-parameter-default-value-changed', 'Send query q if you relied on its default.'],
    ['response-property-became-optional', 'Do not rely on query q.'],
    ['response-body-enum-value-added', 'Support what the new version returns: query q was a, now b.'],
    ['api-moved', 'Call b instead.'],
  ])('about %s: %s', (id, expected) => {
    const rule = changeRules.find((one) => one.id === id);
    expect(rule === undefined ? undefined : clientAction({ ...change, rule })).toBe(expected);
  });
});
