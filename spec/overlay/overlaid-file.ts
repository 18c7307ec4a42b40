/** The main document with overlays applied: places point at the lines of the document itself. */
import { type SourceFile, withValue } from '../source/source-file.ts';
import { applyActions } from './apply-overlay.ts';
import { type OverlayDocument, readOverlay } from './overlay-document.ts';

/** In order. Throws the errors of `readOverlay`. */
export function readOverlays(sources: readonly string[]): Promise<readonly OverlayDocument[]> {
  return Promise.all(sources.map(readOverlay));
}

/** What an overlay adds has the place of what is around it. Throws `overlay-invalid`. */
export function withOverlays(main: SourceFile, overlays: readonly OverlayDocument[]): SourceFile {
  if (overlays.length === 0) return main;
  const actions = overlays.flatMap((overlay) => overlay.actions);
  const { value, originOf } = applyActions(main.value, actions);
  return {
    ...withValue(main, value),
    lineAt(pointer) {
      const origin = originOf(pointer);
      return origin === undefined ? undefined : main.lineAt(origin);
    },
  };
}
