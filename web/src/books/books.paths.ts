export const booksPath = '/books'
