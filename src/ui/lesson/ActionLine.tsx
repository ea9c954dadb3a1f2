import { type Action, isOutside, type OutsideAction } from '../../protocol/actions.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { inLines } from './script-lines.ts';
import { lessonWords } from './words.ts';

/** Nobody types a longer line: it can be copied. */
const typedLength = 40;

/** A command as it would be typed, or the time that passes. */
export function ActionLine({ action }: { action: Action }) {
  const words = usePair(lessonWords);
  if (action.type === 'advance') {
    return (
      <span className="lesson-action is-time">
        <Icon name="clock" size={15} />
        {words.passes(amountOf(action.ms))}
      </span>
    );
  }
  if (action.type === 'close') {
    return (
      <span className="lesson-action is-time">
        <Icon name="close" size={15} />
        {words.cutOff(action.client)}
      </span>
    );
  }
  if (isOutside(action)) {
    return (
      <span className="lesson-action is-time">
        <Icon name="power" size={15} />
        {happeningText(action, words)}
      </span>
    );
  }
  const shown = inLines(action.line);
  const command = (
    <code className="lesson-action" data-lines={shown !== action.line}>
      {action.client > 1 && <span className="lesson-action-client">{words.asClient(action.client)} </span>}
      {shown}
    </code>
  );
  if (action.line.length <= typedLength) return command;
  return (
    <span className="lesson-long-action">
      {command}
      <CopyButton text={action.line} />
    </span>
  );
}

/** What happens to the machine of the server, as a sentence. */
export function happeningText(action: OutsideAction, words: (typeof lessonWords)['en']): string {
  return words.happens(action, action.type === 'disk' ? amountOf(action.fsyncMs) : '');
}

export function amountOf(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  if (ms % 1000 === 0) return `${ms / 1000} s`;
  return `${ms} ms`;
}
