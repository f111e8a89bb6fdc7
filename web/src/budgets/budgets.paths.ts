export const budgetsPath = '/reporting/budgets'
