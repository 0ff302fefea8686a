/** The routes, one class for each part of the contract. */
package dev.alluvium.query.route;
