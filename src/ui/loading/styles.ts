/** Style sheets that did not arrive: the build's loader requests each only once, so they are requested again here. */

const failedLinks = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  // Errors of resources do not bubble; a capturing listener sees them.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target);
    },
    { capture: true },
  );
}

/** Resolves when all are there; rejects if one fails again. */
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
