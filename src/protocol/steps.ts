import type { AdminStep } from './steps-admin.ts';
import type { BitStep } from './steps-bits.ts';
import type { ClientStep } from './steps-clients.ts';
import type { ClusterStep } from './steps-cluster.ts';
import type { DiskStep } from './steps-disk.ts';
import type { MemoryStep } from './steps-memory.ts';
import type { MessageStep } from './steps-messages.ts';
import type { ModuleStep } from './steps-modules.ts';
import type { ObjectStep } from './steps-object.ts';
import type { OrderStep } from './steps-order.ts';
import type { PackedStep } from './steps-packed.ts';
import type { ReplicationStep } from './steps-replication.ts';
import type { ScriptStep } from './steps-scripts.ts';
import type { SentinelStep } from './steps-sentinel.ts';
import type { SetsStep } from './steps-sets.ts';
import type { GroupStep, StreamStep } from './steps-streams.ts';
import type { ZsetStep } from './steps-zset.ts';

/**
 * Steps: small typed events that a structure emits while it works, if a panel watches. They say how one view became the
 * next; the picture is right without them. `dict`, `entry`… are heap addresses; `key` is the printable form used in
 * views.
 */
export type DictStep =
  /** A key was hashed; `hash` has 16 hexadecimal digits. */
  | { readonly type: 'dict.hash'; readonly dict: number; readonly key: string; readonly hash: string }
  /** A bucket was opened for the key being looked up. */
  | { readonly type: 'dict.bucket'; readonly dict: number; readonly table: 0 | 1; readonly bucket: number }
  /** One entry of the chain was compared. */
  | {
      readonly type: 'dict.walk';
      readonly dict: number;
      readonly table: 0 | 1;
      readonly bucket: number;
      readonly entry: number;
      readonly key: string;
      readonly match: boolean;
    }
  | {
      readonly type: 'dict.insert';
      readonly dict: number;
      readonly table: 0 | 1;
      readonly bucket: number;
      readonly entry: number;
      readonly key: string;
    }
  | {
      readonly type: 'dict.remove';
      readonly dict: number;
      readonly table: 0 | 1;
      readonly bucket: number;
      readonly entry: number;
      readonly key: string;
    }
  /** A table was allocated: the first one, or ht[1] at the start of a rehash. */
  | { readonly type: 'dict.resize'; readonly dict: number; readonly from: number; readonly to: number }
  /** One entry was carried from ht[0] to ht[1]. */
  | {
      readonly type: 'dict.move';
      readonly dict: number;
      readonly fromBucket: number;
      readonly toBucket: number;
      readonly entry: number;
      readonly key: string;
    }
  /** A whole bucket of ht[0] is done; `empty` buckets were skipped on the way to it. */
  | {
      readonly type: 'dict.rehash';
      readonly dict: number;
      readonly bucket: number;
      readonly moved: number;
      readonly empty: number;
    }
  /** ht[1] became ht[0]: the rehash is complete. */
  | { readonly type: 'dict.swap'; readonly dict: number; readonly size: number }
  /** SCAN visited a bucket; `cursor` is the cursor that led here. */
  | {
      readonly type: 'dict.scan';
      readonly dict: number;
      readonly table: 0 | 1;
      readonly bucket: number;
      readonly cursor: number;
    };

export type KeyStep =
  /** A key was found expired, on access or by the active cycle. */
  | {
      readonly type: 'key.expired';
      readonly db: number;
      readonly key: string;
      readonly how: 'lazy' | 'active';
    }
  /** A value changed its encoding. */
  | { readonly type: 'object.encoding'; readonly key: string; readonly from: string; readonly to: string };

export type Step =
  | AdminStep
  | DiskStep
  | ClientStep
  | ClusterStep
  | DictStep
  | KeyStep
  | ObjectStep
  | OrderStep
  | PackedStep
  | BitStep
  | MemoryStep
  | MessageStep
  | ModuleStep
  | ReplicationStep
  | ScriptStep
  | SentinelStep
  | SetsStep
  | ZsetStep
  | StreamStep
  | GroupStep;

export type StepType = Step['type'];
