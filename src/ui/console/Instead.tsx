/** In the place of a prompt: why there is none, and what gives one. */
export function Instead({ about, act, onAct }: { about: string; act: string; onAct(): void }) {
  return (
    <div className="console-instead">
      <p role="status">{about}</p>
      <button type="button" className="button" onClick={onAct}>
        {act}
      </button>
    </div>
  );
}
