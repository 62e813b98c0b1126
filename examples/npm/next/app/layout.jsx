export const metadata = { title: "A worker pool" };

export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
