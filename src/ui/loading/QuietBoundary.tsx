import { type ReactNode, Suspense, useEffect } from 'react';
import { Boundary } from './Boundary.tsx';

/** For parts that show nothing until they are called: fetched again silently, at the next touch or key. */
export function QuietBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary otherwise={(_, retry) => <Again retry={retry} />}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}

function Again({ retry }: { readonly retry: () => void }) {
  useEffect(() => {
    const events = ['pointerdown', 'keydown', 'online'] as const;
    for (const event of events) addEventListener(event, retry);
    return () => {
      for (const event of events) removeEventListener(event, retry);
    };
  }, [retry]);
  return null;
}
