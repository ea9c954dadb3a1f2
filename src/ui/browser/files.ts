/** Giving the reader a file, and taking one. */

export function offerFile(content: Uint8Array | Blob, name: string): void {
  const file = new Blob([content as BlobPart], { type: 'application/octet-stream' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download holds the bytes itself.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** "rediscope-2026-01-31-1405.rediscope" */
export function fileName(now: Date, ending = 'rediscope'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `rediscope-${day}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`;
}

export function askForFile(ending = '.rediscope'): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = ending;
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
