//! Lists that a service has split into pages. A single page looks like the whole list.

use super::reasons::{PAGE_MISSING, PAGES_PUT_TOGETHER};
use crate::base::{Index, Names};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value, answer, given};

given! {
    /// A page that an earlier question found, as its answer describes it.
    pub(crate) struct PageGiven<'a> {
        /// The key of the list.
        list: &'a str,
        /// The address of the service and its list; empty if its elements do not tell, absent if it has no elements.
        service: Option<&'a str>,
        /// The address of the next page; absent on the last one.
        next: Option<&'a str>,
    }
}

answer! {
    /// A page of a list, or a list that may be the last page of several.
    pub(crate) struct PageTold {
        /// The place of the page among the documents.
        at: String,
        /// The key of the list.
        list: String,
        /// The address of the service and its list; empty if its elements do not tell, absent if it has no elements.
        service: Option<String>,
        /// The address of the next page; absent on the last one.
        next: Option<String>,
    }
}

/// A page of a list, or a list that may be the last page of several.
#[derive(Clone)]
struct Page<'a> {
    list: &'a str,
    /// The address of the elements without their ids; empty if they do not tell. `None`: the page has no elements.
    service: Option<&'a str>,
    next: Option<&'a str>,
    at: Pointer,
}

/// All lists found under the keys of answers.
#[derive(Default)]
pub(crate) struct Pages<'a>(Vec<Page<'a>>);

impl<'a> Pages<'a> {
    /// Takes the pages that earlier questions found.
    pub(crate) fn found_before(before: &[PageGiven<'a>]) -> Self {
        let page = |(index, page): (usize, &PageGiven<'a>)| {
            let PageGiven { list, service, next } = *page;
            Page { list, service, next, at: Pointer::to("before").index(index) }
        };
        Self(before.iter().enumerate().map(page).collect())
    }

    /// Adds the answer at a place, with a list under the given key.
    pub(crate) fn add(&mut self, answer: Value<'a>, list: &'static str, at: &Pointer) {
        let next = next_page(answer, list);
        let first = answer.get(list).and_then(|elements| elements.elements().next());
        let service = first.map(|element| service_of(element).unwrap_or_default());
        let at = next.as_ref().map_or_else(|| at.clone(), |(key, _)| at.clone().key(key));
        self.0.push(Page { list, service, next: next.map(|(_, address)| address), at });
    }

    /// Returns the pages for the next question, without those that repeat the one before.
    pub(crate) fn told(&self) -> Vec<PageTold> {
        let mut new: Vec<&Page<'a>> = Vec::new();
        for page in &self.0 {
            // A list that is sent in pieces looks like as many pages.
            let says = |page: &Page<'a>| (page.list, page.service, page.next);
            if new.last().is_none_or(|last| says(last) != says(page)) {
                new.push(page);
            }
        }
        let told = |page: &Page<'_>| PageTold {
            at: page.at.to_string(),
            list: page.list.to_owned(),
            service: page.service.map(str::to_owned),
            next: page.next.map(str::to_owned),
        };
        new.into_iter().map(told).collect()
    }

    /// Returns, for each list, the last page that refers to a next one, and whether a page that ends the list exists.
    /// Pages do not say which page they follow: the end is a page of the same service, or an empty page, which is the
    /// last one of a list that exactly fills the others.
    fn cut(&self) -> Vec<(&Page<'a>, bool)> {
        let (going, ends): (Vec<&Page<'a>>, Vec<&Page<'a>>) = self.0.iter().partition(|page| page.next.is_some());
        let of_service = |page: &Page<'a>, service: &str| format!("{} {service}", page.list);
        let going_on = going.iter().map(|page| of_service(page, page.service.unwrap_or_default()));
        let going_on: Vec<String> = going_on.collect();
        let ending = ends.iter().map(|page| page.service.map_or(page.list.to_owned(), |own| of_service(page, own)));
        let ending: Vec<String> = ending.collect();
        let ending: Names<'_> = ending.iter().map(String::as_str).collect();
        let lists: Index<'_> = going_on.iter().map(String::as_str).collect();
        let last = lists.groups().filter_map(|(key, mut places)| Some((key, *going.get(places.next_back()?)?)));
        let cut = last.map(|(key, page)| {
            let is_there = ending.contains(key) || ending.contains(page.list);
            (page, is_there)
        });
        cut.collect()
    }

    /// The errors about lists whose end is missing.
    pub(crate) fn missing(&self) -> Vec<Problem> {
        let cut = self.cut().into_iter().filter(|(_, is_there)| !is_there);
        let problem = |(page, _): (&Page<'_>, bool)| {
            Problem::error(&PAGE_MISSING, Pointer::to("given").join(&page.at))
                .fact(Fact::named("next", page.next.unwrap_or_default()))
                .fact(Fact::named("list", page.list))
        };
        cut.map(problem).collect()
    }

    /// The warnings about lists that were put together from several pages.
    pub(crate) fn put_together(&self) -> Vec<Problem> {
        let cut = self.cut().into_iter().filter(|(_, is_there)| *is_there);
        let problem = |(page, _): (&Page<'_>, bool)| {
            let path = Pointer::to("given").join(&page.at);
            Problem::warning(&PAGES_PUT_TOGETHER, path).fact(Fact::named("list", page.list))
        };
        cut.map(problem).collect()
    }
}

/// Returns the key under which an answer refers to the next page of a list, and the address of that page. `None`: it is
/// the last page.
fn next_page<'a>(value: Value<'a>, list: &str) -> Option<(String, &'a str)> {
    let links = format!("{list}_links");
    let is_next = |link: &Value<'_>| link.get("rel").and_then(Value::as_str) == Some("next");
    if let Some(next) = value.get(&links).and_then(|links| links.elements().find(is_next)) {
        return Some((links, next.get("href").and_then(Value::as_str).unwrap_or_default()));
    }
    let next = value.get("next").and_then(Value::as_str).filter(|next| !next.is_empty());
    next.map(|next| ("next".to_owned(), next))
}

/// Returns the address of an element without its id.
fn service_of(element: Value<'_>) -> Option<&str> {
    let is_own = |link: &Value<'_>| link.get("rel").and_then(Value::as_str) == Some("self");
    let own = element.get("links")?.elements().find(is_own)?.get("href")?.as_str()?;
    own.rsplit_once('/').map(|(address, _)| address)
}
