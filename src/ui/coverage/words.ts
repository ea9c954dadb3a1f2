/** The words of the coverage page. */
export const words = {
  en: {
    title: 'Commands',
    lead: (here: number, all: number) =>
      `${here} of the ${all} commands and subcommands of Redis 7.0.15 run here. Each of the others says why it does not.`,
    more: (count: number) => ` DEBUG has ${count} more that Redis leaves out of its own list.`,
    count: (here: number, all: number) => `${here} of ${all}`,
    here: 'here',
    absent: 'not yet',
    parameters: 'Parameters without effect',
    parametersLead:
      'CONFIG SET accepts these and CONFIG GET returns them, as on a real server, but they do nothing yet.',
  },
  zh: {
    title: '命令支持情况',
    lead: (here: number, all: number) =>
      `Redis 7.0.15 的 ${all} 个命令与子命令中，这里可以运行 ${here} 个；其余的都注明了原因。`,
    more: (count: number) => `此外还有 ${count} 个 DEBUG 子命令，Redis 自己的命令列表里也没有列出它们。`,
    count: (here: number, all: number) => `${here} / ${all}`,
    here: '可用',
    absent: '暂无',
    parameters: '没有效果的配置参数',
    parametersLead: '这些参数可以用 CONFIG SET 设置、用 CONFIG GET 读取，但目前不影响任何行为。',
  },
};
