/** The page's words in English. Every other language fills the shape of this object. */
import type { Refusal } from '../../protocol/messages.ts';
import { track } from './track-en.ts';

const number = (value: number) => Math.round(value).toLocaleString('en');
const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

const notices: Record<
  | Refusal['code']
  | 'forked'
  | 'brought-back'
  | 'copied'
  | 'not-copied'
  | 'saved'
  | 'picture-failed'
  | 'not-kept'
  | 'not-started'
  | 'imported'
  | 'imported-partly'
  | 'damaged-backup'
  | 'storage-full'
  | 'too-large-to-keep'
  | 'set-aside'
  | 'set-aside-here'
  | 'unreadable'
  | 'open-elsewhere'
  | 'taken-over',
  string
> = {
  'damaged-link':
    'This link is damaged; part of it may be missing. Nothing was changed. Ask for the link again.',
  'damaged-file': 'This file is not a saved session, or it is damaged. Nothing was changed.',
  'newer-format':
    'A newer version of Rediscope saved this. Reload the page to get that version, then try again.',
  'too-large': 'This is too large to save or open here.',
  'forbidden-setting':
    'This session starts its server with a setting that a link or file may not set. Nothing was changed.',
  stopped: 'Stopped. Everything is as it was.',
  'no-such-node': 'That server is not there at the moment you are looking at.',
  'no-room': 'No server can be added there: its address is taken, or there are too many already.',
  frozen: 'This server is frozen, so nobody there answers a new client. Thaw it first.',
  'no-such-client': 'That client had not connected yet at the moment you are looking at.',
  'server-down': 'Could not connect: the server is not running. Use Power to start it again from its disk.',
  'no-such-frame': 'That moment is not part of this branch.',
  'no-session': 'No server is running. Start a new session from the menu.',
  'not-loaded': 'Part of the program could not be loaded. Nothing was lost. Check the network and try again.',
  'not-shown': 'The page could not read this. The server is still running, and nothing you did is lost.',
  fault: 'The engine could not do this and stopped.',
  forked: 'A new branch begins here. The old one is kept.',
  'brought-back': 'The server restarted and your session is back. Its clock is paused.',
  copied: 'Copied.',
  'not-copied': 'The browser did not allow copying. Save it as a file instead.',
  saved: 'Saved to a file.',
  'picture-failed': 'The page could not make the picture.',
  'not-started': 'The server did not restart. Its log says:',
  'not-kept': 'This browser does not let the page store anything. Save to a file instead.',
  imported: 'Progress and sessions imported.',
  'imported-partly': 'The rest of the backup was imported. These parts could not be read or stored:',
  'damaged-backup': 'This file is not a backup, or it is damaged. Nothing was changed.',
  'storage-full':
    'The browser’s storage is full, so new changes are not saved. Save to a file, or remove sessions you no longer need.',
  'too-large-to-keep':
    'This session is now too large for the browser to store. The last stored copy stays; save what you need to a file.',
  'set-aside': 'Your session was moved to My sessions.',
  'set-aside-here': 'Another session replaced yours. This browser stores nothing, so go back now or lose it.',
  unreadable: 'Your last session could not be opened. It is still under My sessions; nothing is lost.',
  'open-elsewhere': 'Your session is open in another tab. This tab started a new one, which is saved too.',
  'taken-over':
    'Another tab took over this session. Changes you make here from now on are saved as a separate session.',
};

const noticeActs: Partial<Record<keyof typeof notices, string>> = {
  'set-aside': 'Go back to it',
  'set-aside-here': 'Go back to it',
  unreadable: 'Try again',
  'open-elsewhere': 'Continue it here',
};

export const en = {
  name: 'Rediscope',
  cancel: 'Cancel',
  done: 'Done',
  dismiss: 'Dismiss',
  reload: 'Reload',
  panel: {
    loading: 'Reading the structure…',
    failed: 'The page could not draw this panel.',
    unread: 'This panel could not read its data. The server keeps running.',
    serverDown: 'The server is not running; its memory is empty.',
    retry: 'Try again',
    picture: (panel: string) => `${panel}: save a picture`,
    saveAs: (kind: string) => `Save as ${kind}`,
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    before: 'Before',
    after: 'After',
    dropped: (count: number) => `${number(count)} more ${plural(count, 'step is', 'steps are')} not shown.`,
  },
  replay: {
    title: 'Replaying the session',
    about: 'Every input of the session runs again in order. Your current session stays until that is done.',
    reading: 'Reading the saved session…',
    progress: (done: number, of: number) =>
      of < 1_000_000
        ? `Replaying ${number(done)} of ${number(of)} ${plural(of, 'input', 'inputs')}`
        : `Replaying ${(done / 1_000_000).toFixed(1)} of ${(of / 1_000_000).toFixed(1)} million inputs`,
    stop: 'Stop',
  },
  shell: {
    starting: 'Starting the server…',
    homeLink: 'Rediscope, home',
    navigation: 'Main',
    learn: 'Learn',
    drills: 'Drills',
    lab: 'Lab',
    pages: {
      learn: 'Learn',
      drills: 'Drills',
      progress: 'Progress',
      lab: 'Lab',
      explore: 'Explore',
      coverage: 'Commands',
      about: 'About',
      interview: 'Interview questions',
      cheatsheets: 'Cheat sheets',
      glossary: 'Glossary',
      path: 'A way through the course',
      curriculum: 'What the course covers',
      gallery: 'Gallery of panels',
      compare: 'Two runs side by side',
      load: 'Under load',
      embed: 'Frame',
    },
    search: 'Search the course',
    keys: 'Keyboard and mouse',
    skipToContent: 'Skip to the content',
    skipToPrompt: 'Skip to the prompt',
    menu: 'Menu',
    print: 'Print this lesson',
    language: 'Language',
    switchLanguage: '切换到中文',
    leaveTitle: 'Leave this session?',
    leaveQuestion:
      'Lessons and drills run their own servers, and this session is too large to set aside. If you go, it ends.',
    leaveYes: 'Go there',
  },
  keeping: {
    sign: 'Not saved',
    title: 'Your changes are not being saved',
    troubles: {
      opening: 'The browser’s storage has not responded yet. Everything will be saved once it does.',
      unavailable:
        'This browser does not let the page store anything. Your work is lost when you close the page.',
      full: 'The browser’s storage is full. Remove sessions you no longer need, or free up disk space.',
      failed: 'The browser could not write. The page tries again after every change.',
      'too-large': 'This session is now too large to store. The last stored copy stays in this browser.',
    },
    save: 'Save to file',
  },
  theme: { title: 'Colours', auto: 'System', light: 'Light', dark: 'Dark' },
  clock: {
    title: 'Server clock',
    about: 'The server runs on this clock: it drives key expiry and incremental rehashing.',
    runs: 'Running',
    stopped: 'Paused',
    speed: 'Speed',
    step: 'Advance while paused',
    milliseconds: (ms: number) => `+${ms} ms`,
    seconds: (seconds: number) => `+${seconds} s`,
  },
  share: {
    open: 'Share this step',
    title: 'Share this step',
    making: 'Making the link…',
    copied: 'Link copied. It opens at exactly this step.',
    notCopied: 'Copy this link. It opens at exactly this step.',
    long: (length: number) =>
      `The link has ${number(length)} characters, and some programs cut long links. A file is safer.`,
    tooLong: 'This session is too long for a link. Save it to a file and send the file instead.',
    link: 'Link to this step',
    copy: 'Copy link',
    embed: 'Embed it in your own page:',
    embedCode: 'HTML to embed',
  },
  embed: { whole: 'Open in Rediscope' },
  files: {
    save: 'Save to file',
    open: 'Open file…',
    startNew: 'New session',
    startNewQuestion: 'This ends the current session and its history. To keep it, save it to a file first.',
    startNewYes: 'Start new',
    script: 'Save as redis-cli script',
    backup: 'Back up progress and sessions',
    takeBackup: 'Import a backup…',
  },
  sessions: {
    menu: 'My sessions…',
    title: 'My sessions',
    name: 'Name of this session',
    save: 'Save this session',
    origins: {
      link: 'Before a link was opened',
      file: 'Before another session was opened',
      tab: 'Left open in a tab',
      fault: 'Before the engine stopped',
    },
    elsewhere: 'Open in another tab',
    takeOver: (name: string) => `${name}: continue here`,
    problem: 'Could not be opened: ',
    problems: {
      'newer-format': 'saved by a newer version',
      'too-large': 'too large',
      'damaged-file': 'damaged',
      'damaged-link': 'damaged',
      'not-loaded': 'part of the program did not load',
      fault: 'the engine stopped',
      stopped: 'you stopped it',
      'forbidden-setting': 'it contains a setting that is not allowed',
      'cut-off': 'the page closed before it finished opening',
    },
    retry: (name: string) => `Try again: ${name}`,
    download: (name: string) => `Save ${name} to a file`,
    none: 'No saved sessions yet. Sessions stay in this browser and are never sent anywhere.',
    remove: (name: string) => `Remove ${name}`,
    undo: (name: string) => `Bring back “${name}”`,
    size: (bytes: number) => `${number(Math.ceil(bytes / 1024))} kB`,
  },
  notices,
  noticeActs,
  unsupported: {
    title: 'The server cannot run in this browser',
    missing:
      'Rediscope runs a whole Redis server inside your browser, in a Web Worker. This browser does not support Web Workers, or they are turned off.',
    failed:
      'Rediscope runs a whole Redis server inside your browser, in a Web Worker. The worker did not start: its file may not have loaded, or something blocks it.',
    todo: 'Reload the page, or open it in a current version of Firefox, Chrome, Edge or Safari.',
  },
  fault: {
    title: 'The engine has stopped',
    about:
      'The engine reached a state that should be impossible. This is our mistake, not yours. The report contains the seed and every input, so we can reproduce it exactly.',
    stoppedAt: 'It stopped at:',
    /** What it stopped at, if that was no command. */
    otherInput: {
      start: 'the start of the server',
      command: 'a command',
      cron: 'the server’s own background work',
      connect: 'a client that connected',
      disconnect: 'a client that left',
      crash: 'a power cut',
      restart: 'a restart from disk',
      disk: 'a change to its disk',
      message: 'a message of another server',
      world: 'a change between the servers',
    },
    goOn: 'Continue from just before',
    goOnAbout: 'Everything you did before that is still there.',
    download: 'Download the report',
    restart: 'New session',
  },
  stopped: {
    title: 'The server has stopped',
    about:
      'Its worker ended. Rediscope can bring your session back, except for commands that had no reply yet.',
    restart: 'Restart it',
    fresh: 'New session',
  },
  silent: {
    about: 'The server has not responded for a while.',
    wait: 'Wait',
    restart: 'Restart without the last command',
  },
  newVersion: { about: 'A new version of Rediscope is available. Your session is kept.' },
  notLoaded: {
    title: 'This part of the page did not load',
    about: 'Its files could not be loaded. Check the network and try again; nothing was lost.',
    outdated: 'A new version of Rediscope is available. Reload the page to continue; your session is kept.',
  },
  broken: {
    title: 'Rediscope could not draw this page',
    about: 'This is our mistake. The server is still running, and nothing you did is lost.',
  },
  home: {
    title: 'A Redis you can see through',
    lead: 'A whole Redis server runs in this page. Type a command and watch the structures inside it move, step by step, forwards and back.',
    try: 'Try',
    lessons: 'Lessons',
    learnLead:
      'Short lessons on what happens inside the server. Start anywhere; the order is only a suggestion.',
    toLab: 'Open the lab',
  },
  panels: {
    batch: 'Command script',
    cost: 'Cost meter',
    wire: 'Wire',
    bitmap: 'Bitmap',
    intset: 'Integer set',
    list: 'List',
    bloom: 'Bloom filter',
    clients: 'Clients',
    cluster: 'Cluster',
    config: 'Configuration',
    acl: 'Users and rules',
    dict: 'Dictionary',
    disk: 'Disk',
    eviction: 'Eviction',
    expiry: 'Expiry',
    geo: 'GeoHash',
    hll: 'HyperLogLog',
    keyspace: 'Keyspace',
    ladder: 'Sorted-set ladder',
    locks: 'Locks',
    loop: 'Event loop',
    memory: 'Memory',
    object: 'Object and string',
    packed: 'Packed bytes',
    pages: 'Pages of parent and child',
    script: 'Lua script',
    sets: 'Set algebra',
    skiplist: 'Skiplist',
    stream: 'Stream',
    timeseries: 'Time series',
    topology: 'Topology',
    replication: 'Replication',
    sentinel: 'Sentinels',
  },
  lab: {
    generation: 'Redis',
    generationTitle: (generation: string) => `Switch to Redis ${generation}`,
    power: 'Power',
    powerAbout:
      'Everything in memory is lost. What comes back depends on what reached the disk: SAVE, save points, or the append-only file and its appendfsync policy.',
    crash: {
      nothing: 'Kill the process (kill -9)',
      unsynced: 'Cut the power: unsynced data is lost',
      torn: 'Cut the power during a write',
    },
    restart: 'Restart from disk',
    fill: 'Fill',
    keys: (count: number) => `${number(count)} keys`,
    fillProgress: (done: number, of: number, perSecond: number) =>
      `${number(done)} of ${number(of)} · ${number(perSecond)}/s`,
    fillDone: (done: number, perSecond: number) => `${number(done)} keys · ${number(perSecond)}/s`,
  },
  workbench: {
    parts: 'Parts of the page',
    handle: 'Width of the text',
    handleHint: 'Drag to change the width of the text, double-click to reset it',
    handleWidth: (width: number) => `${width} pixels`,
    shareHandle: 'Edge between the panel and what is below it',
    share: (percent: number) => `the panel has ${percent} % of the screen`,
  },
  copy: { copy: 'Copy', copied: 'Copied', refused: 'The browser did not allow copying' },
  console: {
    title: 'Console',
    goToMoment: 'Go to the moment when this ran',
    clients: 'Clients',
    client: (id: number) => `client ${id}`,
    openClient: 'Connect another client',
    closeClient: (id: number) => `Close client ${id}`,
    closeQuestion: 'This closes the connection and its console. Its commands stay in the timeline.',
    close: 'Close',
    noClient: 'No client is connected.',
    notHere: (id: number) => `Client ${id} is not connected at this moment.`,
    serverDown: 'The server is not running. What reached its disk can be read again.',
    startFromDisk: 'Start the server from disk',
    logOf: 'Replies of',
    logOfAll: 'All clients',
    logOfOne: 'This one',
    received: 'received',
    replies: 'Replies',
    input: 'Redis command',
    closed: 'Connection closed.',
    unread: (count: number) => `${number(count)} new ${plural(count, 'message', 'messages')}`,
    pipelined: (commands: number) => `and ${number(commands - 1)} more, sent at once`,
    showEarlier: (count: number) => `Show earlier (${number(count)})`,
    showCharacters: (count: number) =>
      `Show ${number(count)} more ${plural(count, 'character', 'characters')}`,
    showMore: 'Show more',
    replySize: (size: string) => `The whole reply is ${size}.`,
    copyReply: 'Copy all',
    saveReply: 'Save as file',
    showHidden: (lines: number) => `Show ${number(lines)} more ${plural(lines, 'line', 'lines')}`,
    invalidRepeat: 'The number before a command says how many times to run it. It must be at least 1.',
    help: (groups: string) =>
      [
        'This console works like redis-cli.',
        '      HELP <command>     what a command does, such as HELP SET',
        '      HELP @<group>      all commands of a group, such as HELP @string',
        '      Tab                completes; Up and Down recall earlier lines',
        '      5 INCR x           runs a command five times',
        '      CLEAR or Ctrl+L    clears the screen',
        '',
        `Groups: ${groups}`,
      ].join('\n'),
    noHelp: (topic: string) => `There is no command or group "${topic}" here. HELP alone lists the groups.`,
    helpLabels: { summary: 'summary: ', since: 'since: ', group: 'group: ' },
  },
  track,
  timeline: {
    title: 'Time',
    slider: 'Timeline',
    first: 'First',
    back: 'Back',
    play: 'Play',
    pause: 'Pause',
    forward: 'Forward',
    last: 'Last',
    speed: 'Playback speed',
    pace: 'Pace',
    paces: { reading: 'Reading pace', narrated: 'Stop at captions', quick: 'Quick' },
    goOn: 'Continue',
    goOnKeys: 'Continue (Space; while you type, Ctrl+Enter or ⌘+Enter)',
    start: 'server started',
    command: (index: number, count: number) => `command ${index} of ${count}`,
    cron: (index: number, count: number) => `tick after command ${index} of ${count}`,
    crash: (index: number, count: number) => `server crashed after command ${index} of ${count}`,
    restart: (index: number, count: number) => `restarted after command ${index} of ${count}`,
    connection: (index: number, count: number) => `connection change after command ${index} of ${count}`,
    step: (step: number, steps: number) => `step ${step} of ${steps}`,
    before: 'before',
    after: 'done',
    fetching: 'replaying…',
    byItself: 'server background work',
    past: (index: number, count: number) =>
      `You are looking at command ${index} of ${count}. A command typed here starts a new branch; the old one is kept.`,
    backToNow: 'Back to now',
    branch: 'Branch',
  },
};

export type Messages = typeof en;
