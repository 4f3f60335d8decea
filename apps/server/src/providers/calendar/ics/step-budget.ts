import type ICAL from 'ical.js';

/**
 * The limits of one resource: the days that its rules look at, the times that they give, and the
 * dates that it names. A daily series of thirty years needs 22,000.
 */
export interface StepBudget {
  steps: number;
}

export const createStepBudget = (steps = 150_000): StepBudget => ({ steps });

/** @throws Error when the budget is used up. */
export function spend(budget: StepBudget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new Error('Its dates take too long to follow.');
}

/** The cost of a date that is written out, relative to a day that a rule checks. */
const STEPS_OF_DATE = 10;

/** Spends on each date of a property, before any of them is read. */
export function spendOnDates(budget: StepBudget, property: ICAL.Property): void {
  const [, , , ...values] = property.toJSON() as [string, unknown, string, ...unknown[]];
  spend(budget, values.length * STEPS_OF_DATE);
}
