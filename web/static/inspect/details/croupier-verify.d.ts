// The project's second verifier (docs/verifier): a plain script, which defines this.

export {};

declare global {
  var CroupierVerify: {
    verify(record: unknown): { ok: boolean; checks: { name: string; ok: boolean; message: string }[]; notes: string[] };
    deals(record: unknown): ({ zones: Record<string, string[]>; wordsBefore: number; wordsAfter: number } & Record<string, unknown>)[];
  };
}
