import { expect, it } from 'vitest';
import { plainUrl } from './plain-url.js';

it.each([
  ['a place on the page', 'https://a.example/b#top', 'https://a.example/b'],
  ['a slash at the end', 'https://a.example/b/', 'https://a.example/b'],
  ['where the visit came from', 'https://a.example/b?utm_source=x&ref=y', 'https://a.example/b'],
  ['who visits', 'https://a.example/b?session_id=91&page=2&token=z', 'https://a.example/b?page=2'],
  ['a clock against caches', 'https://a.example/b?_=1790000000&ts=5', 'https://a.example/b'],
])('without %s', (_, url, expected) => {
  expect(plainUrl(url)).toBe(expected);
});

it.each([
  ['what is asked for', 'https://a.example/b?q=cats&page=2'],
  ['an address inside of the page', 'https://a.example/#/users/5'],
  ['a page without any of it', 'https://a.example/b'],
])('with %s', (_, url) => {
  expect(plainUrl(url)).toBe(url);
});
