/** A sentence with a command in it that would give the panel something to show. */
export interface CommandHint {
  readonly before: string;
  readonly command: string;
  readonly after: string;
}

export function TryCommand({ hint: { before, command, after } }: { readonly hint: CommandHint }) {
  return (
    <>
      {before}
      <code>{command}</code>
      {after}
    </>
  );
}
