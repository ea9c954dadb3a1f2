/** Style sheets that did not arrive: the loader of the build asks for each only once, so they are asked for again here. */

const failedLinks = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  // Failures of resources do not bubble, but they can be caught on the way down.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target);
    },
    { capture: true },
  );
}

/** Resolves when they are all there; rejects when one is missing again. */
export async function mendStyles(): Promise<void> {
  if (failedLinks.size === 0) return;
  await Promise.all([...failedLinks].map(fetchAgain));
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${link.href} did not arrive`)));
    failedLinks.delete(link);
    link.replaceWith(again);
  });
}
