/**
 * A bill of materials (CycloneDX) of the package. npm writes one of a project that has installed it; this makes the package its
 * subject, and adds the packages whose parts are bundled into it, which no lock file of a user names.
 */

export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly [more: string]: unknown;
}

export interface Sbom {
  readonly metadata: { readonly component: Component; readonly [more: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
  readonly [more: string]: unknown;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** `licences` is the text of dist/LICENSES.txt, with a line `NAME VERSION: LICENCE` for each bundled package. */
export function completeSbom(project: Sbom, name: string, licences: string): Sbom {
  const own = project.components.find((component) => component.name === name);
  if (own === undefined) throw new Error(`the bill of materials has no ${name}`);
  const bundled = bundledComponents(licences);
  if (bundled.length === 0) throw new Error('the licences name no bundled package');
  const ref = own['bom-ref'];
  const dependencies = project.dependencies.filter(
    (one) => one.ref !== project.metadata.component['bom-ref'] && one.ref !== ref,
  );
  const installed = project.dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
  const dependsOn = [...installed, ...bundled.map((component) => component['bom-ref'])];
  return {
    ...project,
    metadata: { ...project.metadata, component: { ...own, type: 'application' } },
    components: [...project.components.filter((component) => component !== own), ...bundled],
    dependencies: [{ ref, dependsOn }, ...dependencies],
  };
}

function bundledComponents(licences: string): readonly Component[] {
  const lines = licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+[\w.+-]*): ?(.*)$/gm);
  return [...lines].map(([, name = '', version = '', licence = '']) => ({
    // A user may have another copy of the same version.
    'bom-ref': `bundled:${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
    ...(licence === '' ? {} : { licenses: [{ license: { name: licence } }] }),
  }));
}
