import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResults, readVerdicts } from '../evals/services/data.ts';
import { packageVersions } from '../evals/services/package-versions.ts';
import { readPage, servicesMarkdown } from '../evals/services/page.ts';
import { services } from '../evals/services/services.ts';

const results = readResults();
const verdicts = readVerdicts();

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

test('the page shows the results and the verdicts', () => {
  expect(readPage()).toContain(servicesMarkdown(results, verdicts));
});
