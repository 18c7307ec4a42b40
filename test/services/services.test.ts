import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResults, readVerdicts } from '../evals/services/data.ts';
import { readKnownBugs } from '../evals/services/known-bugs.ts';
import { packageVersions } from '../evals/services/package-versions.ts';
import { readPage, servicesMarkdown } from '../evals/services/page.ts';
import { services } from '../evals/services/services.ts';

const results = readResults();
const verdicts = readVerdicts();
const bugs = readKnownBugs();

test('every service has a result of the versions that are installed', () => {
  expect(results.map(({ service, packages }) => ({ service, packages }))).toEqual(
    services.map((service) => ({ service: service.name, packages: packageVersions(service) })),
  );
});

test('every service has its launcher', () => {
  const missing = services.filter(
    ({ name, launcher }) => !existsSync(new URL(`../evals/services/servers/${name}/${launcher}`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});

test('every cause has one verdict by hand, and every verdict its cause', () => {
  const found = results.flatMap(({ service, causes }) => causes.map(({ place }) => `${service} ${place}`));
  const judged = verdicts.map(({ service, place }) => `${service} ${place}`);
  expect(judged.toSorted()).toEqual(found.toSorted());
});

test('every verdict is known and has a reason', () => {
  const incomplete = verdicts.filter(
    ({ verdict, reason }) => !['true', 'debatable', 'false'].includes(verdict) || reason === '',
  );
  expect(incomplete).toEqual([]);
});

test('every service has at least two known bugs, and every known bug a service', () => {
  const numbers = services.map(({ name }) => ({
    name,
    few: bugs.filter(({ service }) => service === name).length < 2,
  }));
  expect(numbers.filter(({ few }) => few)).toEqual([]);
  expect(bugs.filter(({ service }) => !services.some(({ name }) => name === service))).toEqual([]);
});

test('every known bug that is found names a cause of its service, and every other one a reason', () => {
  const isCause = (service: string, place: string) =>
    results.some((one) => one.service === service && one.causes.some((cause) => cause.place === place));
  const wrong = bugs.filter((bug) => (bug.result === 'found' ? !isCause(bug.service, bug.cause) : bug.reason === ''));
  expect(wrong).toEqual([]);
});

test('every known bug has an issue, a pull request or a line of code as its source', () => {
  const isSource = (source: string) =>
    /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+$/.test(source) ||
    /^[@\w./-]+\.\w+:\d+$/.test(source);
  expect(bugs.filter(({ source, description }) => !isSource(source) || description === '')).toEqual([]);
});

test('the page shows the results, the verdicts and the known bugs', () => {
  expect(readPage()).toContain(servicesMarkdown(results, { verdicts, bugs }));
});
