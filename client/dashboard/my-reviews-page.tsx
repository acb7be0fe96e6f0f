export function MyReviewsPage() {
  return <h2>This is my Reviews</h2>
}
