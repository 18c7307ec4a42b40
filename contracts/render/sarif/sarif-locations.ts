/** Parts that several SARIF objects have: messages and locations. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { SourceSnippet } from '../../finding/finding.ts';
import type { ReportedOperation } from '../../report/report.ts';
import type { ReportedFinding } from '../../report/stage-report.ts';
import { repositoryUri } from '../repository-path.ts';

/** A SARIF message. */
export interface SarifMessage {
  readonly text: string;
}

/**
 * Untrusted text as a message: braces are doubled, since a single one is a placeholder (3.11.5), and links are broken
 * (3.11.6), so that an implementation cannot put links into a security page.
 */
export function sarifMessage(text: string): SarifMessage {
  const plain = shortenText(text).replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
  return { text: plain === '' ? '-' : plain };
}

/** GitHub shows 1,024 characters of most texts. */
const MAX_TEXT_LENGTH = 1000;

/** Well-formed Unicode, cut to `maxLength` characters. */
export function shortenText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.length > maxLength ? `${wellFormed.slice(0, maxLength).toWellFormed()}...` : wellFormed;
}

/** A SARIF `location`. */
export interface SarifLocation {
  readonly id?: number;
  readonly message?: SarifMessage;
  readonly physicalLocation?: {
    readonly artifactLocation: ArtifactLocation;
    readonly region: SarifRegion;
  };
  readonly logicalLocations?: readonly LogicalLocation[];
}

/** Columns from 1, in UTF-16 code units; the end column is exclusive. */
interface SarifRegion {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** An absolute URI has no base. */
interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: typeof ROOT_URI_BASE;
}

interface LogicalLocation {
  readonly name?: string;
  readonly fullyQualifiedName: string;
  readonly kind: string;
}

/** The root of the repository; the reader of the log resolves it. */
export const ROOT_URI_BASE = '%SRCROOT%';

/** Undefined if it is not a file. */
export function artifactLocation(file: string): ArtifactLocation | undefined {
  const uri = repositoryUri(file);
  if (uri === undefined) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? { uri } : { uri, uriBaseId: ROOT_URI_BASE };
}

/** The line of the contract, the value there, and the operation. */
export function findingLocation(
  { place, snippet, subject }: ReportedFinding,
  operations: ReadonlyMap<string, ReportedOperation>,
): SarifLocation {
  const operation = operations.get(subject);
  const logicalName =
    operation === undefined
      ? { name: subject, fullyQualifiedName: subject, kind: 'member' }
      : { name: subject, fullyQualifiedName: `${operation.method} ${operation.path}`, kind: 'function' };
  const value = { fullyQualifiedName: place.pointer, kind: 'value' };
  const region = snippet === undefined ? undefined : snippetRegion(snippet);
  return {
    ...physicalLocation(place, region),
    logicalLocations: place.pointer === '' ? [logicalName] : [logicalName, value],
  };
}

/** The highlighted part of the last line; in a list of names, that is the line with the name. */
function snippetRegion({ lines, mark, column }: SourceSnippet): SarifRegion | undefined {
  const last = lines.at(-1);
  if (last === undefined || column === undefined || mark.end <= mark.start) return undefined;
  return { startLine: last.line, startColumn: column + mark.start, endColumn: column + mark.end };
}

/** Pages show only a few. */
const MAX_RELATED = 20;

/** The place on the other side, and the places in pacts that break. */
export function relatedLocations({
  otherPlace,
  otherLineText,
  brokenPacts = [],
}: ReportedFinding): readonly SarifLocation[] {
  const other = otherPlace === undefined ? [] : [{ place: otherPlace, text: otherLineText ?? 'the related place' }];
  const brokenLocations = brokenPacts.map(({ consumer, interaction, place }) => ({
    place,
    text: `${consumer}: ${interaction}`,
  }));
  const unique = new Map([...other, ...brokenLocations].map((one) => [JSON.stringify(one), one] as const));
  return [...unique.values()].slice(0, MAX_RELATED).map(({ place, text }, index) => ({
    id: index + 1,
    ...physicalLocation(place),
    message: sarifMessage(`${text} (${formatPlace(place)})`),
  }));
}

function physicalLocation(
  { file, line }: Place,
  region: SarifRegion = { startLine: Math.max(1, line) },
): Pick<SarifLocation, 'physicalLocation'> {
  const artifact = artifactLocation(file);
  return artifact === undefined ? {} : { physicalLocation: { artifactLocation: artifact, region } };
}
