export const cardsPath = '/managercards'
