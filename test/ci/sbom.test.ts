import { describe, expect, it } from 'vitest';
import { type Component, completeSbom } from '../../.ci/release/complete-sbom.ts';

const kit = component('kit', '1.0.0');
const project = {
  bomFormat: 'CycloneDX',
  metadata: { component: component('project', '1.0.0'), timestamp: 'now' },
  components: [kit, component('ajv', '8.0.0')],
  dependencies: [
    { ref: 'project@1.0.0', dependsOn: ['kit@1.0.0'] },
    { ref: 'kit@1.0.0', dependsOn: ['ajv@8.0.0'] },
    { ref: 'ajv@8.0.0', dependsOn: [] },
  ],
};
const licences = 'Parts are included.\n\n@a/b 2.1.0: MIT\n\nVersion 2.0, January 2004: text\n\nlodash 4.17.21: \n';
const bundled = ['bundled:@a/b@2.1.0', 'bundled:lodash@4.17.21'];

describe('the bill of materials', () => {
  const sbom = completeSbom(project, 'kit', licences);

  it('is of the package, not of the project that has installed it', () => {
    expect(sbom.metadata).toEqual({ component: { ...kit, type: 'application' }, timestamp: 'now' });
    expect(JSON.stringify(sbom)).not.toContain('project');
  });

  it('has what the package installs, and what is bundled into it with its licence', () => {
    expect(sbom.components.map((one) => one['bom-ref'])).toEqual(['ajv@8.0.0', ...bundled]);
    expect(sbom.components[1]).toMatchObject({
      purl: 'pkg:npm/%40a/b@2.1.0',
      licenses: [{ license: { name: 'MIT' } }],
    });
    expect(sbom.dependencies).toEqual([
      { ref: 'kit@1.0.0', dependsOn: ['ajv@8.0.0', ...bundled] },
      { ref: 'ajv@8.0.0', dependsOn: [] },
    ]);
  });

  it('is rejected without the package or the licences of its parts', () => {
    expect(() => completeSbom(project, 'other', licences)).toThrow('has no other');
    expect(() => completeSbom(project, 'kit', 'nothing')).toThrow('no bundled package');
  });
});

function component(name: string, version: string): Component {
  const ref = `${name}@${version}`;
  return { 'bom-ref': ref, type: 'library', name, version, purl: `pkg:npm/${ref}` };
}
