/** Why, where a button offers the way out: the service's sentence names it too, for those who have no button. */
export const changedElsewhere = 'Another user changed this record while you were editing it.'
