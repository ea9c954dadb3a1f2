/** Whether the site has a newer version than the open page. Files of an older one may be gone. */

/** True if the site's first page no longer names the script that started this page. */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (script === null) return false;
  try {
    const answer = await fetch('./', { cache: 'no-store' });
    const name = new URL(script.src).pathname.split('/').at(-1) as string;
    return answer.ok && !(await answer.text()).includes(name);
  } catch {
    return false;
  }
}
