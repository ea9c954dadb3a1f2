/** Every source of drills. A generator of drills is one more object in this list. */
import { course, loadLesson } from 'virtual:lessons';
import type { DrillSource } from './drill.ts';
import { lessonDrills } from './lesson-drills.ts';

export const drillSources: readonly DrillSource[] = [lessonDrills(course, loadLesson)];
