/** One sentence for each step of a script. */
import type { Step } from '../../../protocol/steps.ts';
import type { ScriptView } from '../../../protocol/views-script.ts';
import type { Language } from '../../i18n/language.ts';
import { frameRows, replyText, wordOf } from './story.ts';

const number = (value: number) => value.toLocaleString('en-US');

/** `before` is the view one line earlier; `error` the script's error, if it failed. */
export function narrateScript(
  step: Step | null,
  view: ScriptView,
  before: ScriptView | null,
  language: Language,
  error: string | null = null,
): string | null {
  const zh = language === 'zh';
  switch (step?.type) {
    case 'script.begin': {
      const name = step.kind === 'eval' ? `${step.name.slice(0, 8)}…` : step.name;
      if (step.kind === 'function') return zh ? `函数 ${name} 开始执行。` : `The function ${name} begins.`;
      return zh ? `脚本 ${name} 开始执行。` : `The script ${name} begins.`;
    }
    case 'script.line':
      return narrateLine(step.line, view, before, zh);
    case 'script.call': {
      const command = cut(step.command.map(wordOf).join(' '));
      const reply = cut(replyText(step.reply).replaceAll('\n', ' '));
      return zh
        ? `第 ${step.line} 行调用 ${command}，得到 ${reply}。`
        : `Line ${step.line} called ${command} and got ${reply}.`;
    }
    case 'script.busy':
      return zh
        ? '脚本超过了 busy-reply-threshold：从现在起其他客户端会收到 BUSY。'
        : 'It has run longer than busy-reply-threshold: from now on other clients get BUSY.';
    case 'script.killed':
      return zh ? 'SCRIPT KILL 要求终止它。' : 'SCRIPT KILL asks for its end.';
    case 'script.end':
      if (error !== null) {
        return zh ? `脚本出错，到此结束：${error}` : `The script ends with an error: ${error}`;
      }
      return zh
        ? `脚本结束，共执行约 ${number(step.instructions)} 条指令。`
        : `The script ends after about ${number(step.instructions)} instructions.`;
    default:
      return null;
  }
}

function narrateLine(line: number, view: ScriptView, before: ScriptView | null, zh: boolean): string {
  const changed = frameRows(view, before).flatMap(({ locals }) =>
    locals.filter(({ was, isNew }) => was !== null || isNew),
  );
  const first = zh ? `接下来执行第 ${line} 行。` : `Line ${line} comes next.`;
  if (changed.length === 0) return first;
  const shown = changed.slice(0, 3).map(({ name, value, was }) => {
    if (was === null) return `${name} = ${cut(value)}`;
    return zh
      ? `${name} 由 ${cut(was)} 变为 ${cut(value)}`
      : `${name} went from ${cut(was)} to ${cut(value)}`;
  });
  const rest = changed.length - shown.length;
  const more = rest === 0 ? '' : zh ? `，另有 ${rest} 个变量变化` : `, and ${rest} more`;
  return zh ? `${shown.join('，')}${more}。${first}` : `${shown.join(', ')}${more}. ${first}`;
}

function cut(text: string): string {
  return text.length <= 48 ? text : `${text.slice(0, 47)}…`;
}
