/** The main document with overlays applied: places point at the lines of the document itself. */
import { type SourceFile, withValue } from '../source/source-file.ts';
import { applyActions } from './apply-overlay.ts';
import { type OverlayDocument, readOverlay } from './overlay-document.ts';

/** In order. Throws the errors of `readOverlay`. */
export function readOverlays(sources: readonly string[]): Promise<readonly OverlayDocument[]> {
  return Promise.all(sources.map(readOverlay));
}

export interface OverlaidFile {
  readonly file: SourceFile;
  /** For each action that changes nothing: `fixes.yaml:7:5: the target $.paths['/x'] selects nothing`. */
  readonly unusedActions: readonly string[];
}

/** What an overlay adds has the place of what is around it. Throws `overlay-invalid`. */
export function withOverlays(main: SourceFile, overlays: readonly OverlayDocument[]): OverlaidFile {
  if (overlays.length === 0) return { file: main, unusedActions: [] };
  const actions = overlays.flatMap((overlay) => overlay.actions);
  const { value, unused, originOf } = applyActions(main.value, actions);
  const file: SourceFile = {
    ...withValue(main, value),
    lineAt(pointer) {
      const origin = originOf(pointer);
      return origin === undefined ? undefined : main.lineAt(origin);
    },
  };
  return {
    file,
    unusedActions: unused.map(({ position, target }) => `${position}: the target ${target} selects nothing`),
  };
}
