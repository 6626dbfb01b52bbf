// The project's second verifier (docs/verifier): a plain script, which defines this.

export {};

/** Null: it can only be told by another version. */
type Checked = { name: string; ok: boolean | null; message: string };

declare global {
  var CroupierVerify: {
    verify(record: unknown): { ok: boolean | null; checks: Checked[]; notes: string[] };
    deals(record: unknown): ({ zones: Record<string, string[]>; wordsBefore: number; wordsAfter: number } & Record<string, unknown>)[];
  };
}
