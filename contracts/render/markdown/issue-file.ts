/** A cause as a file in the folder of a report. */
export interface IssueFile {
  /** `01-no-server-error-createOrder.md` */
  readonly name: string;
  readonly text: string;
}

/** The names that such files have: those of an earlier report are deleted. */
export const issueFilePattern = /^\d{2,}-[a-z][\w.-]*\.md$/;
