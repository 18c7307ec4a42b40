import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import engines from '../../../.ci/engines/package.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };
import { installed } from '../lockfile.ts';
import { licenceOf, permissive } from './licences.ts';
import { engineReasons, reasons } from './reasons.ts';
import { besideTheKit, dependencyTables, renderDependenciesPage } from './render-page.ts';

const direct = Object.keys(manifest.dependencies);

describe('docs/reference/dependencies.md', () => {
  it('has the reason for every direct dependency and bundled engine, and for no other', () => {
    expect(Object.keys(reasons).toSorted()).toEqual(direct.toSorted());
    expect(Object.keys(engineReasons).toSorted()).toEqual(Object.keys(engines.dependencies).toSorted());
    expect(Object.values({ ...reasons, ...engineReasons }).filter((reason) => reason.length < 20)).toEqual([]);
  });

  it('has the data of package.json, the lockfile and the installed files: node test/package/dependencies/render-page.ts --write', () => {
    expect(renderDependenciesPage()).toBe(dependencyTables());
  });

  it('has the number of dependencies', () => {
    const text = readFileSync('docs/reference/dependencies.md', 'utf8');
    expect(text).toContain(`| direct dependencies | ${direct.length} |`);
    expect(text).toContain(`| packages installed | ${besideTheKit.length + 1} |`);
  });
});

describe('the installation of a user', () => {
  it('has only permissive licences', () => {
    const others = Object.keys(installed).filter((place) => !permissive.includes(licenceOf(place)));
    expect(others).toEqual([]);
  });

  it('has no package with an install script', () => {
    expect(Object.keys(installed).length).toBeGreaterThan(direct.length);
    expect(Object.keys(installed).filter((place) => installed[place]?.hasInstallScript)).toEqual([]);
  });

  it('uses each direct dependency in published files', () => {
    const files = globSync('{spec,mock,contracts,cli}/**/*.ts');
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const unused = direct.filter((name) => !texts.some((text) => text.includes(`'${name}`)));
    expect(unused).toEqual([]);
  });
});
