/** The users of a server and the log of what they were denied. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import type { CommandTable } from '../command/table.ts';
import type { Config } from '../config/config.ts';
import { AclLog } from './log.ts';
import { User } from './user.ts';

export const DEFAULT_USER = 'default';

const DEFAULT_RULES = ['on', 'nopass', '~*', '&*', '+@all'].map(bytesOf);

/** A rule that was refused, and why. */
export interface RefusedRule {
  readonly rule: string;
  readonly problem: string;
}

export class Acl {
  readonly #commands: CommandTable;
  readonly #config: Config;
  readonly #users = new Map<string, User>();
  readonly defaultUser: User;
  readonly log = new AclLog();

  constructor(commands: CommandTable, config: Config) {
    this.#commands = commands;
    this.#config = config;
    this.defaultUser = this.#create(DEFAULT_USER);
    this.change(DEFAULT_USER, DEFAULT_RULES);
    if (config.password !== '') this.requirePassword(config.password);
  }

  /** By name. */
  users(): User[] {
    return [...this.#users.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): User | null {
    return this.#users.get(name) ?? null;
  }

  /** Whether new connections must log in before anything else. */
  get needsLogin(): boolean {
    return !this.defaultUser.noPassword || !this.defaultUser.enabled;
  }

  /** A user as all these rules would make it, or the first rule that is refused. Nothing is changed yet. */
  draft(name: string, rules: readonly Uint8Array[]): User | RefusedRule {
    const draft = this.fresh(name);
    const known = this.find(name);
    if (known !== null) draft.become(known);
    return this.applyAll(draft, rules) ?? draft;
  }

  /** A user as it is before any rule, not yet one of ours. */
  fresh(name: string): User {
    return new User(name, this.#commands, this.#allChannelsByDefault());
  }

  /** The first rule that is refused, or null. */
  applyAll(user: User, rules: readonly Uint8Array[]): RefusedRule | null {
    const allChannels = this.#allChannelsByDefault();
    for (const rule of rules) {
      const problem = user.apply(rule, allChannels);
      if (problem !== null) return { rule: latin1(rule), problem };
    }
    return null;
  }

  /** These users and no others; the default user stays who it is, with the rules given or with its first. */
  replaceAll(users: ReadonlyMap<string, User>): void {
    this.#users.clear();
    this.#users.set(DEFAULT_USER, this.defaultUser);
    const first = this.fresh(DEFAULT_USER);
    this.applyAll(first, DEFAULT_RULES);
    this.defaultUser.become(users.get(DEFAULT_USER) ?? first);
    for (const user of users.values()) if (user.name !== DEFAULT_USER) this.settle(user);
  }

  /** Gives a user the permissions of a draft; creates the user if the name is new. */
  settle(draft: User): void {
    (this.find(draft.name) ?? this.#create(draft.name)).become(draft);
  }

  /** Draft and settle in one, for rules that are known to be right. */
  change(name: string, rules: readonly Uint8Array[]): RefusedRule | null {
    const draft = this.draft(name, rules);
    if (!(draft instanceof User)) return draft;
    this.settle(draft);
    return null;
  }

  /** requirepass: the default user's one password, or none needed. */
  requirePassword(password: string): void {
    const rules = ['resetpass', password === '' ? 'nopass' : `>${password}`];
    this.change(DEFAULT_USER, rules.map(bytesOf));
  }

  remove(name: string): User | null {
    const user = this.find(name);
    this.#users.delete(name);
    return user;
  }

  #create(name: string): User {
    const user = this.fresh(name);
    this.#users.set(name, user);
    return user;
  }

  #allChannelsByDefault(): boolean {
    return this.#config.text('acl-pubsub-default') === 'allchannels';
  }
}
